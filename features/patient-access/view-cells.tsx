import { roleWords } from '#features/people/user-words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconWarning } from '#platform/ui/display/icons.ts'
import { Cell } from '#platform/ui/list/table-cells.tsx'
import type { View } from './contract.ts'
import { reasonWords } from './words.ts'
import css from './who-looked.module.css'

/** Who looked, and the roles they had at that time. */
export const Who = ({ of }: { of: Pick<View, 'name' | 'roles'> }) => (
  <Cell head second={roleWords(of.roles)}>
    {of.name}
  </Cell>
)

/** Why they could look. */
export const Why = ({ of }: { of: Pick<View, 'reason' | 'sameLastName'> }) => (
  <Cell label="Why they could">
    {of.reason ? reasonWords[of.reason] : 'None on file'}{' '}
    {of.sameLastName && (
      <Badge tone="red" icon={iconWarning}>
        Same last name, not on the claim
      </Badge>
    )}
  </Cell>
)

/** To newer and older views; nothing where one page has them all. */
export function Pages({ at, of, onTurn }: { at: number; of: number; onTurn: (page: number) => void }) {
  if (of <= 1) return null
  return (
    <nav className={css.pages} aria-label="Pages">
      <Button size="small" disabled={at === 0} onClick={() => onTurn(at - 1)}>
        Newer
      </Button>
      <Button size="small" disabled={at + 1 >= of} onClick={() => onTurn(at + 1)}>
        Older
      </Button>
    </nav>
  )
}
