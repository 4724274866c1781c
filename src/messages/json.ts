/** What data is made of, everywhere: in cases, events, definitions and on the wire. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }
