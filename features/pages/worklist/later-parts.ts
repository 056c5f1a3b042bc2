import { Answer } from './answer.tsx'
import { partLabels } from './clinical-parts.tsx'
import { CounterLane } from './counter-lane.tsx'
import { FilterChips } from './filter-chips.tsx'
import { GoneNote } from './gone-note.tsx'
import { Pager } from './pager.tsx'
import { Printed } from './printed.tsx'
import { RowViewersLater } from './row-viewers-later.tsx'

/** Parts that are not needed to read the rows: loaded after the first list, to keep it small (docs/decisions/0008). */
export const laterParts = { Answer, CounterLane, FilterChips, RowViewersLater, GoneNote, Pager, partLabels, Printed }
export type LaterParts = typeof laterParts
