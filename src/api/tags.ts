/** What the operations are about, in the order they are told. */
export const tags = {
  Definitions: "Processes, exlets, rules and people are written as text and deployed together.",
  Cases: "A case is one run of a process.",
  Items: "An item is one piece of work of a case: for a person, for a program, or for the flow itself.",
  "What goes wrong": "Exceptions, what people raise and report, and the questions that are put to people.",
  Rules: "Trees of rules say what is done about what goes wrong; each is learnt from a case.",
  People: "Who there is, what they can do, and what they have to do.",
  Notifications: "What people were told, and what has not reached them by other ways.",
  Programs: "Programs that run elsewhere ask for their items and report what came of them.",
  History: "Everything that has happened, in one order, in pages or live.",
  "Signing in": "Who asks, sessions of browsers, and API keys.",
  Operations: "Looking after the server.",
} as const

export type Tag = keyof typeof tags
