import { administrator, engineAgent } from "../messages/ids.ts"

/** Names that a reader would take for one another. Whoever signs in by a name chooses it, so it must not pass for somebody else's. */

/** Returns whether a name is written in the one way it can be: no blanks around it, nothing invisible, no form another one stands for. */
export function isPlainName(name: string): boolean {
  return name === name.trim() && name === name.normalize("NFKC") && !unplain.test(name)
}

/** Returns whether a name passes for the administrator or the engine, being neither. */
export function passesForReserved(name: string): boolean {
  return (
    name !== administrator &&
    name !== engineAgent &&
    reserved.has(looks([...name.replace(/rn/gi, "m")].map((sign) => signs.get(sign) ?? sign).join("")))
  )
}

/**
 * Returns whether a name has Latin letters beside those of another alphabet, foreign digits or signs. Too many of them look alike
 * to be listed. East Asian writing goes with Latin letters.
 */
export function mixesAlphabets(name: string): boolean {
  return /\p{Script=Latin}/u.test(name) && foreign.test(name)
}

/** Returns a name as it looks: in lower case, without accents, blanks, signs and what cannot be seen, each letter as the Latin one it resembles. */
export function looks(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/ß/g, "ss")
  return [...plain.replace(unseen, "")].map((letter) => latin.get(letter) ?? letter).join("")
}

// Control characters, halves of characters, unassigned and private ones; what is invisible or turns the direction of text; blanks but the plain one, and several of these.
const unplain = /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}| {2}/u

const foreign =
  /(?![ -~])\p{S}|(?![0-9])\p{N}|(?!\p{Script=Latin}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}|\p{Script=Common})\p{L}/u

const unseen = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu

/** Each line: a letter, and those that resemble it. */
const alike = [
  "a aаαɑᴀꞻ",
  "b Ьвβʙɓƅ",
  "c сϲᴄƈ",
  "d ԁɗđᴅ",
  "e еεєҽᴇɛ",
  "f ꜰƒ",
  "g ɡցǥɢɠ",
  "h һнʜħ",
  "i іιıɩӏǀјɪɨ",
  "j ȷᴊ",
  "k кκᴋƙ",
  "l ʟłɭƚ",
  "m мｍᴍɱ",
  "n пηոռɴɲƞŋ",
  "o оοօøσᴏᴑɵ",
  "p рρᴘƥ",
  "q ɋʠ",
  "r гɾʀɼ",
  "s ѕʂꜱƽ",
  "t тτŧᴛƫ",
  "u υսцᴜʋ",
  "v νѵᴠ",
  "w ѡωшᴡ",
  "x хχ",
  "y уγүʏƴ",
  "z ʐᴢƶ",
]

const latin: ReadonlyMap<string, string> = new Map(
  alike.flatMap((line) => {
    const [letter = "", others = ""] = line.split(" ")
    return [...others].map((other): [string, string] => [other.toLowerCase(), letter])
  }),
)

/** Digits and signs that stand in for letters: people number their names, so these count only where the name is reserved. */
const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "|": "i",
    "!": "i",
    $: "s",
    "@": "a",
    l: "i",
  }),
)

const reserved: ReadonlySet<string> = new Set([administrator, engineAgent].map(looks))
