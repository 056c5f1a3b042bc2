import type { SearchType } from './contract.ts'

// What was searched for last, so that Back shows it again. In memory only: it is about people, so it goes neither into the
// address nor into the storage of the browser. The type alone is kept on the device.

/** A search that was sent. Days are YYYYMMDD. */
export type SentSearch = {
  type: SearchType
  text: string
  dob?: string
  state?: string
  covered?: boolean
  page: number
}

const store = 'rxdocket.patientSearchType'
let last: { carrier: string; asked: SentSearch } | undefined

export const remember = (carrier: string, asked: SentSearch | undefined): void => {
  last = asked && { carrier, asked }
}
export const remembered = (carrier: string): SentSearch | undefined =>
  last?.carrier === carrier ? last.asked : undefined

const isType = (text: string | null): text is SearchType => text !== null && /^[CMANT]$/.test(text)
export function lastType(): SearchType {
  try {
    const kept = localStorage.getItem(store)
    return isType(kept) ? kept : 'C'
  } catch {
    return 'C'
  }
}
export function keepType(type: SearchType): void {
  try {
    localStorage.setItem(store, type)
  } catch {
    // Storage is denied: the type is claim number again next time.
  }
}
