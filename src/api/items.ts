import Type from "typebox"
import { command, query } from "./operation.ts"
import { AnyValue, Data, Done, idOf, nameOf, page, paging } from "./shapes.ts"
import { AssessmentShape, ItemRowShape, ItemShape, TargetShape } from "./views.ts"

const tag = "Items"
const parameters = { item: idOf("An item's id") }
const data = Type.Optional(Data)

export const items = {
  items: query({
    verb: "items",
    tag,
    about: "Items, in the order of their ids",
    rights: ["see"],
    input: {
      case: Type.Optional(idOf("Only those of this case")),
      family: Type.Optional(idOf("Only those of this family")),
      process: Type.Optional(nameOf("Only those of this process")),
      task: Type.Optional(nameOf("Only those of this task")),
      live: Type.Optional(Type.Boolean({ description: "Only those that are not over; false: only those that are" })),
      ...paging,
    },
    answer: page("Items", ItemRowShape),
  }),
  item: query({
    verb: "item",
    tag,
    about: "An item with its data and the form to fill in",
    rights: ["see", "do"],
    parameters,
    answer: ItemShape,
  }),
  acceptItem: item("acceptItem", "Takes an item that is offered", "do"),
  declineItem: item("declineItem", "Does not want it; the next one who can have it is asked", "do"),
  delegateItem: toAgent("delegateItem", "Gives one's own item to somebody else", "do"),
  handBackItem: item("handBackItem", "Gives an item back to those who can have it", "do"),
  reassignItem: toAgent("reassignItem", "Gives an item to somebody, whoever has it", "intervene"),
  startItem: item("startItem", "Begins to work on an item", "do"),
  updateItem: command({
    verb: "updateItem",
    tag,
    about: "Keeps data of an item while it is being worked on",
    rights: ["do"],
    parameters,
    input: { data: Data },
    answer: Done,
  }),
  completeItem: withData("completeItem", "Ends an item with what it writes; starts it first if nobody has", "do"),
  forceCompleteItem: withData("forceCompleteItem", "Ends an item as completed from outside", "intervene"),
  failItem: item("failItem", "Ends an item as failed", "intervene"),
  skipItem: item("skipItem", "Goes on without an item", "intervene"),
  removeItem: item("removeItem", "Takes an item away, and its token with it", "intervene"),
  restartItem: item("restartItem", "Begins an item again, with its data as it was at its start", "intervene"),
  retryItem: command({
    verb: "retryItem",
    tag,
    about: "Once more after an exception, by the same agent first, or by the next",
    rights: ["intervene"],
    parameters,
    input: {
      with: Type.Optional(
        Type.Union([Type.Literal("same"), Type.Literal("next")], {
          description: "Whom to ask first: the same agent, unless set, or the next",
        }),
      ),
    },
    answer: Done,
  }),
  amendItem: command({
    verb: "amendItem",
    tag,
    about: "It needs somebody else than its task says",
    rights: ["intervene"],
    parameters,
    input: { needs: Data },
    answer: Done,
  }),
  awaitAgent: item("awaitAgent", "Nobody is there: it waits until somebody is", "intervene"),
  addInstance: command({
    verb: "addInstance",
    tag,
    about: "One more instance of a dynamic forEach",
    rights: ["do"],
    parameters,
    input: { element: AnyValue },
    answer: Done,
  }),
  suspendItem: item("suspend", "Holds an item", "intervene"),
  continueItem: item("continue", "Lifts the holds people have put on an item", "intervene"),
  recheckItem: item("recheck", "Asks the rules again about a waiting item", "intervene"),
  suspend: command({
    verb: "suspend",
    tag,
    about: "Holds an item, what follows a task, a case, or the end of a case",
    rights: ["intervene"],
    input: { target: TargetShape },
    answer: Done,
  }),
  continue: command({
    verb: "continue",
    tag,
    about: "Lifts the holds people have put there",
    rights: ["intervene"],
    input: { target: TargetShape },
    answer: Done,
  }),
  candidates: query({
    verb: "candidates",
    tag,
    about: "How everybody stands to an item: those who can have it first, then why each of the others cannot",
    rights: ["see", "intervene"],
    parameters,
    answer: Type.Object(
      {
        rows: Type.Array(AssessmentShape),
      },
      { title: "Candidates" },
    ),
  }),
}

function item(verb: string, about: string, right: "do" | "intervene") {
  return command({ verb, tag, about, rights: [right], parameters, answer: Done })
}

function withData(verb: string, about: string, right: "do" | "intervene") {
  return command({ verb, tag, about, rights: [right], parameters, input: { data }, answer: Done })
}

function toAgent(verb: string, about: string, right: "do" | "intervene") {
  return command({
    verb,
    tag,
    about,
    rights: [right],
    parameters,
    input: { to: nameOf("The agent who gets it") },
    answer: Done,
  })
}
