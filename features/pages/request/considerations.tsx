import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import {
  iconAlert,
  iconReceipt,
  iconCheck,
  iconClock,
  iconFile,
  iconHistory,
  iconInfo,
  iconBone,
  iconPeople,
  iconPill,
  iconPulse,
  iconStore,
  iconSyringe,
  iconUser,
  iconWarning,
} from '#platform/ui/display/icons.ts'
import { Tile, type TileProps } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { besideRejects, isSource } from './beside-rejects.ts'
import css from './evidence.module.css'
import { severityWords } from '#features/authorizations/in-words.ts'

const icons: Readonly<Record<string, string>> = {
  mme: iconPulse,
  trio: iconWarning,
  benzodiazepine: iconPill,
  relaxant: iconPill,
  buprenorphine: iconPill,
  'opioid-days': iconClock,
  naloxone: iconSyringe,
  early: iconClock,
  injury: iconBone,
  age: iconUser,
  'age-limit': iconUser,
  prescribers: iconPeople,
  pharmacies: iconStore,
  generic: iconReceipt,
  letter: iconFile,
  decisions: iconHistory,
  'dose-usual': iconCheck,
}
const tones: Readonly<Record<string, NonNullable<TileProps['tone']>>> = { ALERT: 'red', WARN: 'amber', INFO: 'neutral' }

const most = 4

/** Considerations, worst first; facts only, each with its grade in words for readers who do not see the color. */
export function Considerations({ detail }: { detail: Pick<AuthDetail, 'considerations' | 'rejects'> }) {
  const of = besideRejects(detail.considerations, detail.rejects)
  // Serious ones are always open; the rest is one click away.
  const serious = of.filter((point) => point.severity !== 'INFO').length
  const atOnce = of.length <= most + 1 ? of.length : Math.max(most, serious)
  const high = of.filter((point) => point.severity === 'ALERT').length
  return (
    <Card
      title="Clinical considerations"
      acts={
        high > 0 && (
          <Badge tone="red" icon={iconWarning}>
            {high} high
          </Badge>
        )
      }
    >
      {of.length === 0 ? (
        <p className={css.none}>
          {detail.considerations.length > 0 ? 'Nothing more than why it stopped.' : 'No clinical considerations.'}
        </p>
      ) : (
        <>
          <Points of={of.slice(0, atOnce)} />
          {of.length > atOnce && (
            <details className={css.more}>
              <summary>{of.length - atOnce} more for information</summary>
              <Points of={of.slice(atOnce)} />
            </details>
          )}
        </>
      )}
    </Card>
  )
}

function Points({ of }: { of: AuthDetail['considerations'] }) {
  return (
    <ul className={css.points}>
      {of.map((point) => (
        <li key={point.key}>
          <Tile
            size="small"
            icon={icons[point.key] ?? (point.severity === 'ALERT' ? iconAlert : iconInfo)}
            tone={tones[point.severity] ?? 'neutral'}
          />
          <span>
            <span className="sr-only">{severityWords(point.severity)}: </span>
            <b>
              {point.title}
              {point.detail && ':'}
            </b>{' '}
            {point.detail}
            {point.evidence.filter(isSource).map((source) => (
              <small key={source} className={css.source}>
                {source}
              </small>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
