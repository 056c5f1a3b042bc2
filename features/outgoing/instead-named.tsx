import { useRead } from '#platform/browser/use-call.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { outgoing } from './contract.ts'
import { insteadNote } from './instead-words.ts'

/** The drug a denial named to be used instead, and whether it still pays. Absent where it named none. */
export function InsteadNamed({ authorizationId }: { authorizationId: string }) {
  const { data, error } = useRead(outgoing.instead, { authorizationId })
  if (error && !data) return <Note tone="amber">Which drug to use instead could not be loaded. {error.message}</Note>
  if (!data?.instead) return null
  const { tone, words } = insteadNote(data.instead)
  return (
    <section aria-label="Drug to use instead">
      <h3>Drug to use instead</h3>
      <p>{data.instead.name}</p>
      <Note tone={tone}>{words}</Note>
    </section>
  )
}
