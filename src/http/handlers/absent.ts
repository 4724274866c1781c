import type { Rejection } from "../../messages/rejections.ts"

/** What is not there, or not for whoever asks: both are told in the same words. */

const cases = "the list of cases; one that ended long ago may have been archived (`exlet archived`)"

export const absentCase = (id: string): Rejection => absent("CASE_NOT_FOUND", `case ${id}`, cases)
export const absentItem = (id: string): Rejection => absent("ITEM_NOT_FOUND", `item ${id}`, "the worklist")
export const absentRun = (id: string): Rejection => absent("RUN_NOT_FOUND", `run ${id}`, "its case")
export const absentFamily = (id: string): Rejection => absent("CASE_NOT_FOUND", `family ${id}`, cases)
export const absentProcess = (name: string): Rejection =>
  absent("PROCESS_NOT_FOUND", `process "${name}"`, "the list of processes")
export const absentTask = (process: string, name: string): Rejection =>
  absent("TASK_NOT_FOUND", `task "${name}" that somebody does in process "${process}"`, "the process")
export const absentTree = (key: string): Rejection =>
  absent("TREE_NOT_FOUND", `tree "${key}"`, "the list of trees; one is called by its event and its scope")
export const absentIntervention = (id: string): Rejection =>
  absent("INTERVENTION_NOT_FOUND", `intervention ${id}`, "the list of interventions")
export const absentException = (id: string): Rejection =>
  absent("EXCEPTION_NOT_FOUND", `exception ${id}`, "the list of exceptions")
export const absentDecision = (where: string): Rejection =>
  absent("DECISION_NOT_FOUND", `decision ${where}`, "the decisions of its tree")

function absent(code: Rejection["code"], what: string, where: string): Rejection {
  return { code, message: `there is no ${what}`, remedy: `Look it up in ${where}` }
}
