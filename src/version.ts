/** The version of this package, written here so that a bundle needs no other file to tell it. */
export const version = "0.1.0"
