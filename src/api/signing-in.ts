import Type from "typebox"
import { query, request } from "./operation.ts"
import { idOf, Moment, Name, Nothing, nameOf, RightName, WrittenMoment } from "./shapes.ts"

const tag = "Signing in"
const optional = Type.Optional

const bounds = {
  rights: optional(Type.Array(RightName, { description: "No more than these of the agent's rights; all unless set" })),
  processes: optional(Type.Array(Name, { description: "For these processes only; for all unless set" })),
}

const key = idOf("A key's id")

const Me = Type.Object(
  {
    agent: Type.String(),
    by: Type.String({ description: "key, session, token or development" }),
    rights: Type.Array(RightName, { description: "What he may do somewhere" }),
    csrf: optional(Type.String({ description: "Of a session: sent as `X-CSRF-Token` with everything that is no GET" })),
  },
  { title: "Me" },
)

const KeyShape = Type.Object(
  {
    id: Type.String(),
    agent: Type.String(),
    name: optional(Type.String()),
    ...bounds,
    createdAt: Moment,
    createdBy: Type.String(),
    expiresAt: optional(Moment),
    revokedAt: optional(Moment),
    of: optional(Type.String({ description: "The key whose old secret it is" })),
  },
  { title: "Key" },
)

const NewKey = Type.Object(
  { key: KeyShape, secret: Type.String({ description: "Shown this once; only its hash is kept" }) },
  { title: "NewKey" },
)

export const signingIn = {
  me: query({ verb: "me", tag, about: "Who is asking, and what he may do", rights: ["anybody"], answer: Me }),
  signIn: request({
    verb: "signIn",
    tag,
    about: "Begins a session for a browser from the key or token that comes with it",
    rights: ["anybody"],
    answer: Me,
  }),
  signOut: request({ verb: "signOut", tag, about: "Ends the session", rights: ["anybody"], answer: Nothing }),
  keys: query({
    verb: "keys",
    tag,
    about: "The API keys there are",
    rights: ["administer"],
    answer: Type.Object({ rows: Type.Array(KeyShape) }, { title: "Keys" }),
  }),
  createKey: request({
    verb: "createKey",
    tag,
    about: "Makes an API key for an agent",
    rights: ["administer"],
    status: 201,
    input: {
      agent: nameOf("The agent it signs in"),
      name: optional(nameOf("What it is for, for people")),
      ...bounds,
      expiresAt: optional(WrittenMoment),
    },
    answer: NewKey,
  }),
  rotateKey: request({
    verb: "rotateKey",
    tag,
    about: "Makes a new secret for a key; the old one stays good for a while",
    rights: ["administer"],
    status: 201,
    parameters: { key },
    input: {
      overlap: optional(
        Type.Integer({ minimum: 0, maximum: 2_592_000_000, description: "Milliseconds; a day unless set" }),
      ),
    },
    answer: NewKey,
  }),
  revokeKey: request({
    verb: "revokeKey",
    tag,
    about: "Makes a key worthless, and ends the sessions begun with it",
    rights: ["administer"],
    parameters: { key },
    answer: Type.Object({ key: KeyShape }, { title: "Revoked" }),
  }),
}
