import { titleOf } from "../../model/forms.ts"

/** What somebody is asked: the engine names class and place, as in `Timeout at inspectDamage`; people read their titles. */
export function askedWords(text: string, at: string, title: string, classTitle = titleOf): string {
  const place = ` at ${at}`
  const end = text.indexOf(place)
  const name = text.slice(0, end)
  const rest = text.slice(end + place.length)
  const isTheEngines = end > 0 && /^[\w-]+$/.test(name) && /^(:|$)/.test(rest)
  return isTheEngines ? `${classTitle(name)} at “${title}”${rest}` : text
}
