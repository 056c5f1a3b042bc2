import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import { iconStethoscope, iconSettings } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { adviceWords } from '../advice-words.ts'
import { guidanceBeside } from './beside-rejects.ts'
import css from './evidence.module.css'
import { When } from '#platform/ui/display/when.tsx'

type AdviceProps = {
  advice: NonNullable<AuthDetail['recommendation']>
  rejects: AuthDetail['rejects']
  zone: string
  now: number
  /** "Use these settings", where there are any. */
  act?: ReactNode
}

/** A pharmacist's recommendation, or guidance by rule, which never looks like one. */
export function Advice({ advice, rejects, zone, now, act }: AdviceProps) {
  const byPharmacist = advice.source === 'PHARMACIST'
  const words = adviceWords(advice)
  return (
    <section className={cx(css.advice, byPharmacist && css.byPharmacist)} aria-labelledby="advice">
      <Tile icon={byPharmacist ? iconStethoscope : iconSettings} tone={byPharmacist ? 'solidGreen' : 'neutral'} />
      <div className={cx('grow', css.adviceWords)}>
        <div className={css.adviceHead}>
          <h2 id="advice">{byPharmacist ? 'Pharmacist recommendation' : 'Automated guidance'}</h2>{' '}
          <span className={css.by}>
            {byPharmacist ? advice.by : 'not reviewed by a pharmacist'}
            {advice.at && (
              <>
                {' · '}
                <When at={advice.at} zone={zone} now={now} />
              </>
            )}
          </span>
        </div>
        <p>
          {words && <b>{words} </b>}
          {byPharmacist ? advice.rationale : guidanceBeside(advice.rationale, rejects)}
        </p>
        {advice.refs.length > 0 && <p className={css.by}>Based on: {advice.refs.join('; ')}</p>}
      </div>
      {act && <div className={cx(css.adviceAct, 'screen-only')}>{act}</div>}
    </section>
  )
}
