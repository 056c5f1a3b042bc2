import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheckCircle, iconCrossCircle } from '#platform/ui/display/icons.ts'
import css from './registration.module.css'
import { usernameRules, type UsernameProblem } from './rules.ts'

/** Every rule with an icon and its state in words; the field announces which are broken once the user stops typing. */
export function UsernameRules({ id, broken }: { id: string; broken: readonly UsernameProblem[] }) {
  return (
    <ul id={id} className={css.rules} aria-label="Rules">
      {usernameRules.map((rule) => {
        const isBroken = broken.includes(rule.code)
        return (
          <li key={rule.code} data-broken={isBroken || undefined} data-rule={rule.code}>
            <Icon of={isBroken ? iconCrossCircle : iconCheckCircle} size={17} />
            <span>
              {rule.message}
              <span className="sr-only">: {isBroken ? 'not met' : 'met'}.</span>
              {'hint' in rule && <small>{rule.hint}</small>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
