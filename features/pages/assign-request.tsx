import { AboutColleague, WhoseAddress } from '#features/colleagues/about-colleague.tsx'
import { Assign, type AssignProps } from '#features/owners/assign.tsx'

export type AssignRequestProps = Omit<AssignProps, 'about' | 'whose'>

/** Assigns a request, and says who may be chosen and whose address was typed. */
export function AssignRequest(props: AssignRequestProps) {
  return (
    <Assign {...props} about={(id) => <AboutColleague id={id} />} whose={(email) => <WhoseAddress email={email} />} />
  )
}
