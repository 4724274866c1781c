import { expect } from "vitest"
import type { storeTests } from "./store-home.ts"
import { aCredential, ann, bob } from "./store-rows.ts"

export function credentialsContract(storeTest: ReturnType<typeof storeTests>): void {
  storeTest(
    "[STORE83] a credential is found by its hash, as it was last written, and outlives the store",
    async (store, reopen) => {
      const whole = aCredential("k1", {
        name: "ž\u0000'",
        rights: ["see", "do"],
        processes: ["concert"],
        expiresAt: 5000,
        revokedAt: 4000,
        of: "k0",
      })
      await store.putCredentials([aCredential("k1", { hash: "old" }), aCredential("k2", { agent: bob, rights: [] })])
      await store.putCredentials([whole])
      const again = await reopen()
      expect(await again.credentialOf("hash of k1")).toEqual(whole)
      expect(await again.credentialOf("hash of k2")).toEqual(aCredential("k2", { agent: bob, rights: [] }))
      expect(await again.credentialOf("old")).toBeUndefined()
    },
  )

  storeTest("[STORE84] credentials of a kind come by the time they were made, then by id", async (store) => {
    const [late, early, alike] = [
      aCredential("a", { createdAt: 3000 }),
      aCredential("c"),
      aCredential("b", { agent: ann }),
    ]
    const session = aCredential("s", { kind: "session", of: "a" })
    await store.putCredentials([late, early, session, alike])
    expect(await store.credentials("key")).toEqual([alike, early, late])
    expect(await store.credentials("session")).toEqual([session])
  })

  storeTest("[STORE85] no two credentials have the same hash: nothing is written", async (store) => {
    await store.putCredentials([aCredential("k1")])
    const alike = [aCredential("k2"), aCredential("k3", { hash: "hash of k1" })]
    await expect(store.putCredentials(alike)).rejects.toMatchObject({ code: "STORE_FAILED" })
    expect(await store.credentials("key")).toEqual([aCredential("k1")])
  })

  storeTest("[STORE86] what has expired is dropped for its kind, and nothing else", async (store) => {
    const session = (id: string, expiresAt: number) => aCredential(id, { kind: "session", expiresAt })
    const lasting = aCredential("lasting", { kind: "session" })
    const key = aCredential("key", { expiresAt: 10 })
    await store.putCredentials([session("gone", 10), session("there", 20), lasting, key])
    await store.dropCredentials("session", 20)
    expect([await store.credentials("session"), await store.credentials("key")]).toEqual([
      [lasting, session("there", 20)],
      [key],
    ])
  })
}
