import { Link } from 'wouter'
import { listAddress } from './list-address.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Card } from '#platform/ui/display/card.tsx'
import type { Figures, turnaround } from './contract.ts'
import { figureWords, names } from './in-words.ts'
import css from './turnaround.module.css'

/** Every figure of the period; each opens how it is counted. */
export function Definitions({ of }: { of: AnswerOf<typeof turnaround.figures> }) {
  const means = new Map(of.definitions.map(({ figure, means: words }) => [figure, words]))
  const figures = Object.keys(names) as (keyof Figures)[]
  return (
    <Card title={`${figures.length} figures`} sub="open one to see how it is counted">
      <div className={css.figures}>
        {figures.map((figure) => (
          <details key={figure}>
            <summary>
              <span>{names[figure]}</span> <b>{figureWords(figure, of.total)}</b>
            </summary>
            <p>
              {means.get(figure)}{' '}
              <Link href={listAddress({ from: of.from, to: of.to, by: of.by, figure, page: 0 })}>
                Open the requests
              </Link>
            </p>
          </details>
        ))}
      </div>
      <p className={css.source}>
        {of.source}. Definitions {of.version}.
      </p>
    </Card>
  )
}
