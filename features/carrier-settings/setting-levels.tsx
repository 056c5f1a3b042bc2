import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import type { Listed } from './contract.ts'
import { defaultWords } from './setting-values.ts'
import { settingWords } from './setting-words.ts'
import css from './settings-page.module.css'

type SettingLevelsProps = { of: Listed; program: string | undefined }

/** Where the value of a setting comes from: each level, and the one that counts with since when and by whom. */
export function SettingLevels({ of, program }: SettingLevelsProps) {
  const { person } = useUser()
  const words = settingWords[of.key]!
  const levels = [
    { name: 'Default', value: of.default, isSet: true, none: '' },
    { name: 'All programs', value: of.carrier, isSet: of.carrier !== null, none: 'None, the default counts' },
    ...(program === undefined
      ? []
      : [{ name: program, value: of.subCarrier, isSet: of.subCarrier !== null, none: 'None, as the carrier' }]),
  ]
  const counts = levels.findLast(({ isSet }) => isSet)
  const since = of.since === null ? '' : `, since ${dayAndTime(of.since, person.timeZone).day}`
  return (
    <ul className={css.levels} aria-label="Where the value comes from">
      {levels.map((level) => (
        <li key={level.name} className={level === counts ? css.inForce : undefined}>
          <b>{level.name}</b>
          <span>{level.isSet ? defaultWords(words, level.value) : level.none}</span>
          {level === counts && (
            <small>
              In force{since}
              {of.since !== null && `, ${of.by ?? 'an operator'}`}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
