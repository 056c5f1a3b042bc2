import { z } from 'zod'
import { engineSettingTable } from '#features/adjudication/settings.ts'
import { chatSettingTable } from '#features/chat/settings.ts'
import { clockSettingTable } from '#features/deadlines/plan.ts'
import { decisionSettingTable } from '#features/permissions/decision-settings.ts'
import { KEPT_DAYS, KEPT_SETTING } from '#features/notifications/days-kept.ts'
import { REVIEW_DAYS, REVIEW_SETTING } from '#features/people/review-rules.ts'
import { days, list, onOff, setting, type Setting } from '#features/settings/setting-rows.ts'

/** The settings that no rule of the engine, of decisions or of the clock reads. */
const otherSettings = {
  rphRecommendation: onOff(true, 'Pharmacists may give their advice on requests.'),
  blockedFaxNumbers: list(z.string().max(20), 'fax numbers, such as ["813-555-0177"]', [], 'No letter is faxed there.'),
  passthruLabels: setting(
    z.record(
      z.string().regex(/^field([1-9]|10)$/),
      z.union([
        z.string().max(40),
        z.strictObject({
          label: z.string().max(40),
          showOn: z.array(z.enum(['screen', 'letter', 'extract'])).optional(),
        }),
      ]),
    ),
    'field1 to field10 with a label, such as {"field1": "Office"} or {"field1": {"label": "Office", "showOn": ["screen", "letter"]}}',
    {},
    "Names of the carrier's own fields, and where they are shown.",
  ),
  patientNameInFiles: onOff(true, "A downloaded file may have the patient's name in its own name."),
  patientLinks: onOff(false, "Links from the carrier's own system open a patient by claim number."),
  emergencyAccess: onOff(
    false,
    'In an emergency a user may read one claim of a program they do not work in, for an hour; supervisors are notified.',
  ),
  supervisorsMayReverse: onOff(false, 'Supervisors may reverse a fill that is not invoiced; else support alone.'),
  dolEnabled: onOff(false, 'The programs of the Department of Labor: mail to examiners, its rules.'),
  mailDomains: list(
    z.string().regex(/^(?=.{4,200}$)[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,20}$/),
    'mail domains in lower case, such as ["carrier.example"]',
    [],
    'Domains of the carrier: mail about patients that a setting sends somewhere goes to addresses there only.',
  ),
  dolExaminerMailbox: setting(z.email().max(254), 'a mail address', null, 'Where mail to the examiner goes.'),
  subCarrierDesk: list(
    z.uuid(),
    'ids of people (column id of app_user)',
    [],
    'Queue that gets requests nobody of the claim or the group can take.',
  ),
  [REVIEW_SETTING]: days(REVIEW_DAYS, 'Account managers review what each user may do, at least this often.'),
  [KEPT_SETTING]: days(KEPT_DAYS, 'Notices in the portal are removed after so many days, read or not.'),
  secondFactorWaived: onOff(false, 'Its people need no second factor (docs/guide/sign-in.md).'),
  teamViewEnabled: onOff(
    true,
    'Supervisors have the page Team and their team on Home, where the flag `myTeamsSupervisorViewEnabled` is on too.',
  ),
  sojStateGuidelinesDisplay: onOff(true, "A patient's tab Clinical shows what the state of the claim says."),
}

/** Every setting of a carrier, by its key in the table `carrier_setting`. */
export const carrierSettings: Readonly<Record<string, Setting>> = {
  ...decisionSettingTable,
  ...engineSettingTable,
  ...clockSettingTable,
  ...chatSettingTable,
  ...otherSettings,
}

/** Why a value is refused for a key, in a sentence; undefined when it is accepted. */
export function settingProblem(key: string, value: unknown, name = key): string | undefined {
  const known = Object.hasOwn(carrierSettings, key) ? carrierSettings[key] : undefined
  if (!known) return `There is no setting ${key}.`
  return known.shape.safeParse(value).success ? undefined : `${name} takes ${known.takes}.`
}

const shown = (value: unknown): string => (value === null ? 'none' : `\`${JSON.stringify(value)}\``)

/** The page docs/guide/carrier-settings.md. */
export const carrierSettingsPage = (): string =>
  [
    '# Settings of a carrier',
    '',
    'What a carrier sets for itself, or for one sub-carrier, which then counts there. Operators change it with the command',
    'below, whether the portal is running or not; the next request follows it. A value that does not fit is refused in a',
    'sentence, and every change is on the audit trail of the carrier.',
    '',
    '```',
    'npm run carrier-settings -- list NWM',
    'npm run carrier-settings -- set NWM lettersDisabled true',
    'npm run carrier-settings -- set NWM/NWM02 dualControlDrugs \'["1012"]\'',
    'npm run carrier-settings -- unset NWM/NWM02 dualControlDrugs',
    'npm run carrier-settings -- check',
    '```',
    '',
    '| Setting | Takes | Otherwise | What it does |',
    '|---|---|---|---|',
    ...Object.entries(carrierSettings)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, row]) => `| \`${key}\` | ${row.takes} | ${shown(row.default)} | ${row.means} |`),
    '',
  ].join('\n')
