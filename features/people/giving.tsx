import { cleanRoles } from '#features/permissions/roles.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Note } from '#platform/ui/display/note.tsx'
import type { toast } from '#platform/ui/overlay/toasts.ts'
import { people, type Colleague } from './contract.ts'
import type { KeptRights } from './fields.ts'
import type { Rights } from './rights-form.tsx'
import { givingOf, GRANT_DAYS, namesOf, type Giving, type Membership } from './rules.ts'

export const ASK_SECOND = 'Ask a second account manager'

const membershipOf = (of: Omit<KeptRights, 'licenseStates' | 'approvalLimit'>): Membership => ({
  active: of.active,
  roles: of.roles,
  sub_carriers: of.subCarriers,
  data_extract_sub_carriers: of.dataExtractSubCarriers,
})
/** What a user would have with the rights as they are typed. */
export const withRights = (rights: Rights, active: boolean): Membership => ({
  active,
  roles: rights.roles,
  sub_carriers: rights.subCarriers,
  data_extract_sub_carriers: rights.extract,
})

type Changed = { id: string; before: KeptRights; asked: Colleague['asked'] }
/**
 * What becomes of the roles that need two account managers, for the words and the button of a dialog; nothing until it is
 * known who could confirm.
 */
export function useGiving(of: Changed | undefined, after: Membership): { giving: Giving; until: string } {
  const { person } = useUser()
  const authority = useRead(people.list, { size: 1 }).data?.authority
  if (!authority) return { giving: { confirmed: [], waits: [], blocked: [] }, until: '' }
  const giving = givingOf({
    giver: person.id,
    colleague: of?.id ?? '',
    before: of && membershipOf(of.before),
    after,
    authority,
    asked: of?.asked ? { ...of.asked, by: of.asked.userId } : undefined,
  })
  return { giving, until: authority.twoUntil === null ? '' : exactWords(authority.twoUntil, person.timeZone) }
}

/** Who asked for roles of a user, and how they are confirmed or declined. */
export function AskedNote({ of, name }: { of: Colleague['asked']; name: string }) {
  const { person } = useUser()
  if (!of) return null
  const roles = namesOf(cleanRoles(of.roles))
  return (
    <Note tone="blue">
      {of.userId === person.id
        ? `You asked for ${roles} for ${name}. Another account manager confirms it; save without it to take it back.`
        : `${of.name} asked for ${roles} for ${name}. Choose it to confirm it, or save without it to decline.`}
    </Note>
  )
}

/** Which roles wait for a second account manager. */
export const GivingNote = ({ of: { confirmed, waits } }: { of: Giving }) => (
  <>
    {confirmed.length > 0 && <Note tone="blue">You confirm {namesOf(confirmed)}.</Note>}
    {waits.length > 0 && (
      <Note tone="amber">
        <b>{namesOf(waits)}</b>: given once a second account manager saves the same, within {GRANT_DAYS} days. Other
        changes are saved now.
      </Note>
    )}
  </>
)

/** What is said once a user was changed. */
export const changedToast = (words: string, waitsFor: readonly string[]): Parameters<typeof toast>[0] =>
  waitsFor.length === 0
    ? { tone: 'success', words }
    : {
        tone: 'info',
        words,
        detail: `${namesOf(cleanRoles(waitsFor))}: waiting for a second account manager.`,
      }
