import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { colleagues } from './contract.ts'
import { groupWords, typeWords } from './rules.ts'

/** What a user does here and which groups they work on, as far as the reader sees those. */
export function AboutColleague({ id }: { id: string }) {
  const { carrier } = useUser()
  const type = useRead(colleagues.type, { id })
  const groups = useRead(colleagues.groups, { masterCarrier: carrier.code, userId: id })
  const failed = [type.error, groups.error].find((error) => error && error.code !== 'NOT_FOUND')
  if (failed) return <>Their role could not be loaded. {failed.message}</>
  if (type.error) return <>Does not work for this carrier.</>
  const isGone = groups.error !== null
  if (!type.data || !(groups.data || isGone)) return <>Loading</>
  const words = `${typeWords[type.data.type]}${type.data.ssoUser ? ', signs in through their organization' : ''}.`
  if (isGone) return <>{words} Not active any more.</>
  return (
    <>
      {words} {groups.data!.length === 0 ? 'Works on no group that you see.' : `Works on ${groupWords(groups.data!)}.`}
    </>
  )
}

/** Whose e-mail address was typed, where none of those who may be chosen has it. */
export function WhoseAddress({ email }: { email: string }) {
  const { carrier } = useUser()
  const found = useRead(colleagues.nameByEmail, { a: email, b: carrier.code, c: 'ALL', d: 'ALL' })
  if (found.data)
    return (
      <>
        This is the address of {found.data.fullName}, who{' '}
        {found.data.active ? 'may not work on this group.' : 'is not active any more.'}
      </>
    )
  return found.error ? <>Nobody of this carrier whose groups you see has this e-mail address.</> : <>Loading</>
}
