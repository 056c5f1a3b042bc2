/** What the first screen of the demonstration shows: who there is to be, and how much there is. */

/** Somebody to be: a demo account, its role, and what there is to do with it. */
export type DemoPerson = { subject: string; name: string; role: string; what: string }

/** How much is in the world of the demonstration, and how large its data and PostgreSQL are on their way. */
export type DemoCounts = { carriers: number; claims: number; requests: number; dataBytes: number; programBytes: number }
