import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { XmlDocument, XsdValidator } from "libxml2-wasm"

const schema = XmlDocument.fromString(readFileSync(resolve(import.meta.dirname, "../../docs/wqm.xsd"), "utf8"))
const validator = XsdValidator.fromDoc(schema)

/** What another program says of a document: that it is none, what is wrong by the published schema, or nothing. */
export function byTheSchema(text: string): "no XML" | readonly string[] {
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(text)
  } catch {
    return "no XML"
  }
  try {
    validator.validate(document)
    return []
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
      .trim()
      .split("\n")
  } finally {
    document.dispose()
  }
}
