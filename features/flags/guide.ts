import { flagTable } from './flag-table.ts'
import { onOff } from './words.ts'

const who = (of: (typeof flagTable)[string]): string => {
  if (of.onlyOperators !== undefined)
    return `Operators: ${of.onlyOperators.charAt(0).toLowerCase()}${of.onlyOperators.slice(1, -1)}`
  return of.demonstrations ? 'Operators; account managers in the demonstration' : 'Account managers, operators'
}

/** The page docs/guide/flags.md. `defaults`: what each flag is in a new database. */
export const flagsGuide = (defaults: Readonly<Record<string, boolean>>): string =>
  [
    '# Feature flags',
    '',
    'A flag switches a feature on or off: for everybody, for a carrier, for one of its sub-carriers, or for a',
    'user of the carrier (`carrier:username`); the most specific counts. A',
    'new database has every flag with its default. Operators change them with the command below, whether the portal is running or',
    'not; the next request follows it. Every change is on the audit trail of the carrier, one for everybody among the security',
    'events.',
    '',
    '```',
    'npm run flags -- list',
    'npm run flags -- list NWM',
    'npm run flags -- set NWM lomnAutoFax off',
    'npm run flags -- set NWM/NWM02 lomnAutoFax on',
    'npm run flags -- unset NWM/NWM02 lomnAutoFax',
    'npm run flags -- set NWM:dana.ruiz lomnAutoFax off',
    'npm run flags -- default loginErrorPage on',
    '```',
    '',
    'Account managers see all flags on the page Feature flags (`/accounts/flags`) and set those that do not touch safety, rights or',
    'sign-in, also for one user, whose value counts first. Those that stop or allow a whole kind of work they set in the',
    'demonstration that runs in a page; elsewhere operators do. The default counts for every carrier, so operators alone set it.',
    '',
    '`GET /api/features` answers flags to a user: as they have them themselves; as the sub-carrier has them that the call names, or',
    'the only one they work in; then as the carrier has them; then the default. A flag that does not exist is off.',
    '',
    '`loginErrorPage` counts before the carrier of a user is known, so only its default does. `monitorUsers` counts only where the',
    'carrier itself has set it.',
    '',
    'Flags are evaluated on the server through [OpenFeature](https://openfeature.dev) with a provider over PostgreSQL.',
    '',
    '| Flag | Name | Default | What it does | Who sets it |',
    '|---|---|---|---|---|',
    ...Object.entries(flagTable)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, of]) => `| \`${key}\` | ${of.label} | ${onOff(defaults[key] ?? false)} | ${of.means} | ${who(of)} |`),
    '',
  ].join('\n')
