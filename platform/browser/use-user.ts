import { createContext, useContext } from 'react'
import type { Person } from '../calls/person.ts'

export type WorkCarrier = { code: string; name: string }

/** The signed-in person as every screen may know them. The server decides again, whatever it says here. */
export type SignedInUser = {
  /** In the shape the rules take: the same functions run here and on the server. */
  person: Person
  username: string
  firstName: string
  email: string
  /** The carrier they work in now. */
  carrier: WorkCarrier
  /** All they may work in; with more than one they may change. */
  carriers: readonly WorkCarrier[]
  ssoUser: boolean
  /** Everything may be read, nothing changed. */
  viewOnly: boolean
  /** Whether there is something for them to extract. */
  dataExtract: boolean
  /** What the carrier set for the whole portal (level settingsLevelGlobal); empty until it is known. */
  settings: Readonly<Record<string, string | number | boolean | null>>
  /** For direct accounts near the end of their password: days left. */
  passwordDaysLeft: number | undefined
  /** Whether Log Out is offered. */
  logoutEnabled: boolean
  /** Milliseconds the server's clock is ahead of this device's. */
  clockOffset: number
}

/** Filled by the frame of the signed-in pages. */
export const UserContext = createContext<SignedInUser | undefined>(undefined)

/** Who is signed in; only below the signed-in frame. */
export function useUser(): SignedInUser {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser() is for screens below the signed-in frame.')
  return user
}
