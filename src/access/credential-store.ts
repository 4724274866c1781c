import type { Store } from "../store/port.ts"

/** What signing in needs of a store. */
export type CredentialStore = Pick<Store, "credentialOf" | "credentials" | "putCredentials" | "dropCredentials">
