import fc from "fast-check"

/** The same luck in every run, so that what fails fails for everybody; `SEED=…` tries another. */
export const seed = Number(process.env.SEED ?? 1)

fc.configureGlobal({ seed })
