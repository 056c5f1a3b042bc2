import { useRead } from '#platform/browser/use-call.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { presence } from './contract.ts'
import { SIGN_MS, viewersWords } from './rules.ts'
import css from './presence.module.css'

/** In the row of a request that somebody else has open now: who. All rows share one question. */
export function RowViewers({ id }: { id: string }) {
  const { data } = useRead(presence.all, {}, { everyMs: SIGN_MS })
  const names = data?.content.find(({ authorizationId }) => authorizationId === id)?.viewers.map(({ name }) => name)
  if (!names?.length) return null
  return (
    <span className={css.ring} title={viewersWords(names)}>
      <Avatar name={names[0]!} size="small" />
      <span className="sr-only">, {viewersWords(names)}</span>
    </span>
  )
}
