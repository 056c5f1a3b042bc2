// What the tables that speak in a decision were called when they spoke. Each name is kept with every decision, so that
// years later the answer to "which table was that?" is in the record and not in somebody's memory. A change of a
// table gives it a new name here: versions.test.ts compares each table with its fingerprint and says so.

/** The rules of adjudication: gates, rule book, reject codes, first fills, state dispensing, automatic approvals. */
export const engineVersion = 'engine-2026.15'
/** The state fee schedules (fee-schedules.ts). */
export const feeScheduleVersion = 'fees-assumed-2026.2'
/** The formulary a carrier starts with (formulary-defaults.ts); a carrier's own items say so themselves. */
export const formularyVersion = 'formulary-default-2026.2'
/** Drug interactions (interactions.ts). */
export const interactionVersion = 'interactions-2026.6'
/** Which drug fits which injury (injury-drug-map.ts). */
export const injuryMapVersion = 'injury-map-2026.1'
