/** The server could not be reached, or what answered is no Exlet server. Whether anything was done is not known. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError"
}
