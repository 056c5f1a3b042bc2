import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import css from './evidence.module.css'

/** The state's requirements, the due time and how it was computed. */
export function Guideline({ detail, zone }: { detail: AuthDetail; zone: string }) {
  const { guideline, due } = detail
  const [first, ...more] = guideline.text
  const [place = guideline.jurisdiction, ...rule] = guideline.name.split(': ')
  return (
    <Card title={`${place} guideline`} sub={rule.join(': ')}>
      <p className={css.lead}>{first}</p>
      {guideline.windows.length > 0 && (
        <ul className={css.windows} aria-label="State time limits">
          {guideline.windows.map((one) => (
            <li key={`${one.name} ${one.firstDay}`}>
              <b>{one.name}</b>{' '}
              {one.lastDay ? `${usDate(one.firstDay)} to ${usDate(one.lastDay)}` : `since ${usDate(one.firstDay)}`}:{' '}
              {one.reason}.
            </li>
          ))}
        </ul>
      )}
      {/* "Why it stopped" says who may deny, and what follows when nobody answers. */}
      {more.length > 0 && (
        <ul className={css.dashes}>
          {more.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      <details className={css.counted}>
        <summary>Due {exactWords(due.at, zone)}</summary>
        <ol>
          {due.arithmetic.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      </details>
      {guideline.source && <p className={css.source}>Source: {guideline.source}</p>}
      <details className={css.counted}>
        <summary>{guideline.confirmed ? 'About the source' : <Badge tone="amber">Source not confirmed</Badge>}</summary>
        <ul>
          {guideline.basis.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
