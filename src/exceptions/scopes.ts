/**
 * Where rules, handlers and constraints may be bound, as text: `process/task`, `process/activity`, `process`; `agent:ann`,
 * `role:controller`, `unit:purchasing`; `object:process/variable`, `class:Customer`; `everywhere`.
 */
export type ScopeText = string

export const EVERYWHERE_SCOPE: ScopeText = "everywhere"

export const agentScope = (agent: string): ScopeText => `agent:${agent}`
export const roleScope = (role: string): ScopeText => `role:${role}`
export const unitScope = (unit: string): ScopeText => `unit:${unit}`
export const dataClassScope = (name: string): ScopeText => `class:${name}`
export const objectScope = (process: string, variable: string): ScopeText => `object:${process}/${variable}`
