import { useSearch } from 'wouter'
import { Note } from '#platform/ui/display/note.tsx'
import { wrongInAddress } from './wrong-address.ts'

/** What the address asks for and the list cannot give: the list stands, and nothing is left out without a word. */
export function AddressNote() {
  const wrong = wrongInAddress(useSearch())
  return wrong.length === 0 ? null : (
    <Note tone="amber" role="status">
      {wrong.join(' ')}
    </Note>
  )
}
