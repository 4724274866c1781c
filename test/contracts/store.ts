import { describe } from "vitest"
import { agendaContract } from "./store-agenda.ts"
import { commitContract } from "./store-commit.ts"
import { countsContract } from "./store-counts.ts"
import { credentialsContract } from "./store-credentials.ts"
import { decisionsContract } from "./store-decisions.ts"
import { exceptionsContract } from "./store-exceptions.ts"
import { historyContract } from "./store-history.ts"
import { type NewHome, storeTests } from "./store-home.ts"
import { interventionsContract } from "./store-interventions.ts"
import { numbersContract } from "./store-numbers.ts"
import { outboxContract } from "./store-outbox.ts"
import { recordsContract } from "./store-records.ts"
import { repertoireContract } from "./store-repertoire.ts"
import { requestsContract } from "./store-requests.ts"
import { selectionContract } from "./store-selection.ts"
import { wholeContract } from "./store-whole.ts"
import { worklistsContract } from "./store-worklists.ts"

/** What the verbs of the port mean. Every keeper passes it. */
export function storeContract(name: string, newHome: NewHome): void {
  describe(`${name} keeps the store contract`, () => {
    const storeTest = storeTests(newHome)
    commitContract(storeTest)
    historyContract(storeTest)
    agendaContract(storeTest)
    selectionContract(storeTest)
    repertoireContract(storeTest)
    decisionsContract(storeTest)
    worklistsContract(storeTest)
    interventionsContract(storeTest)
    exceptionsContract(storeTest)
    countsContract(storeTest)
    numbersContract(storeTest)
    requestsContract(storeTest)
    credentialsContract(storeTest)
    outboxContract(storeTest)
    wholeContract(storeTest)
    recordsContract(storeTest)
  })
}
