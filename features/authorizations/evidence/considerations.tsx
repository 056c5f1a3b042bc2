import { Badge } from '#platform/ui/badge.tsx'
import { Card } from '#platform/ui/card.tsx'
import { iconAlert, iconBilled, iconCheck, iconClock, iconFile, iconHistory, iconInfo, iconInjury, iconPeople, iconPill, iconPulse, iconStore, iconSyringe, iconUser, iconWarning } from '#platform/ui/icons.ts'
import { Tile, type TileProps } from '#platform/ui/tile.tsx'
import type { AuthDetail } from '../contract.ts'
import css from './evidence.module.css'
import { severityWords } from './in-words.ts'

const icons: Readonly<Record<string, string>> = {
  mme: iconPulse,
  trio: iconWarning,
  benzodiazepine: iconPill,
  relaxant: iconPill,
  buprenorphine: iconPill,
  'opioid-days': iconClock,
  naloxone: iconSyringe,
  early: iconClock,
  injury: iconInjury,
  age: iconUser,
  'age-limit': iconUser,
  prescribers: iconPeople,
  pharmacies: iconStore,
  generic: iconBilled,
  letter: iconFile,
  decisions: iconHistory,
  'dose-usual': iconCheck,
}
const tones: Readonly<Record<string, NonNullable<TileProps['tone']>>> = { ALERT: 'red', WARN: 'amber', INFO: 'neutral' }

/** What to weigh, worst first; facts only, each with its grade in words for those who do not see the colour. */
export function Considerations({ of }: { of: AuthDetail['considerations'] }) {
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
        <p className="muted">Nothing stands out for this claim and drug.</p>
      ) : (
        <ul className={css.points}>
          {of.map((point) => (
            <li key={point.key}>
              <Tile size="small" icon={icons[point.key] ?? (point.severity === 'ALERT' ? iconAlert : iconInfo)} tone={tones[point.severity] ?? 'neutral'} />
              <span>
                <span className="sr-only">{severityWords(point.severity)}: </span>
                <b>{point.title}.</b> {point.detail}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
