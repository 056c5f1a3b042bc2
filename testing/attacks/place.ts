import type { TestApi } from '../api.ts'
import type { pharmacyClaim } from '../pharmacy-claim.ts'

/** One side of the fixture world, with what is needed to ask every call about it in earnest. */
export type Place = {
  readonly mc: 'AAA' | 'BBB'
  readonly sub: 'AAA1' | 'AAA2' | 'BBB1'
  readonly group: string
  /** Who decides here; no limit of sub-carriers. */
  readonly username: string
  readonly userId: string
  readonly email: string
  readonly routing: { bin: string; pcn: string; insurance: { groupCode: string } }
  /** A pharmacy's claim nobody has sent yet. */
  claim: () => Promise<ReturnType<typeof pharmacyClaim>>
  /** An open request nobody has touched. */
  request: () => Promise<string>
  /** A request approved a moment ago by `username`, with the days of the decision. */
  decided: () => Promise<{ id: string; nabp: string; startDate: string; endDate: string }>
  /** The number of a claim that was paid. */
  paid: () => Promise<string>
  /** A claim that was paid came last month. */
  submittedLastMonth: () => Promise<void>
  /** A paid claim: its numbers, and the workers' compensation claim it is of. */
  filled: () => Promise<{ claimId: string; reference: string; tcn: string }>
  /** An open request with its claim. */
  requestOnClaim: () => Promise<{ authorizationId: string; claimId: string; claimNumber: string }>
  /** A request approved a moment ago, with its claim. */
  decidedOnClaim: Place['requestOnClaim']
  /** The reference number of an open request. */
  reference: () => Promise<string>
  /** A time away of a colleague who was never changed, far enough ahead; of somebody this person may set it for. */
  leave: () => Promise<string>
  /** Two open requests for the same prescription, from two pharmacies. */
  twins: () => Promise<{ id: string; other: string }>
  /** A move of a request to other owners by `userId`, a moment ago. */
  moved: () => Promise<string>
  /** An open request whose due time may be extended: one of Vermont. */
  extendable: () => Promise<string>
  /** A claim nobody has billed or decided anything on. */
  claimed: () => Promise<{ id: string; subscriber: string }>
  /** A request `username` prepared and did not send yet. */
  draft: () => Promise<string>
  /** A request that waits for a pharmacist. */
  review: () => Promise<string>
  /** One in utilization review. */
  referred: () => Promise<string>
  /** A prior authorization in force, with the number it is known by. */
  priorAuth: () => Promise<{ ref: string; version: number }>
  /** One on a claim of the user that ends soon. */
  endingPriorAuth: () => Promise<void>
  /** A bypass in force. */
  bypass: () => Promise<string>
  /** An extract `username` keeps under a name, and one on a schedule. */
  preset: () => Promise<string>
  schedule: () => Promise<string>
  /** An export of `username` that ended. */
  exported: () => Promise<string>
  /** A file somebody else took, and a question to `username` about one. */
  exportedByOther: () => Promise<string>
  fileQuestion: () => Promise<string>
  /** A notification `username` has not read. */
  notice: () => Promise<string>
  /** A message that waits for this pharmacy; answers its seven digits. */
  message: () => Promise<string>
  /** A callback whose pharmacy has to be called. */
  unheard: () => Promise<string>
  /** A pharmacy that `username` called yesterday and did not reach. */
  called: () => Promise<void>
  /** A prior authorization that waits to be keyed. */
  unkeyed: () => Promise<string>
  /** Somebody this carrier invited, signed in at the provider: token, a name that is free, their address. */
  newcomer: () => Promise<{ token: string; name: string; email: string }>
  /** A colleague who was never changed. */
  colleague: () => Promise<string>
  /** A supervisor who leads nobody yet. */
  leader: () => Promise<string>
  /** A colleague who owns an open request. */
  owner: () => Promise<string>
  /**
   * A letter that was asked for by mail: with the reference and the code that stand in it, and the document that was kept.
   */
  letter: () => Promise<{ id: string; reference: string; code: string; documentId: string }>
  /** An open request with an order on file. */
  order: () => Promise<{ id: string; documentId: string }>
  /** A paid bill on paper with its image and an archived explanation of benefits: its claim, its number, the explanation. */
  filed: () => Promise<{ claimId: string; reference: string; archived: string }>
  /** An eligibility feed that was loaded. */
  feed: () => Promise<string>
  /** Two workers who were merged a moment ago; answers the id of the merge. */
  merged: () => Promise<string>
  /** A claim of a worker into whom another one was merged a moment ago. */
  mergedClaim: () => Promise<string>
  /** A period of coverage of a claim nobody has decided anything on. */
  span: () => Promise<{ id: string; claimId: string }>
  /** The id of a note `username` has just written. */
  noted: () => Promise<string>
  /** A change of a claim that waits, and the version of its claim. */
  waitingFact: () => Promise<{ factId: string; version: number }>
  /** The id of a relative `username` has just added to a claim. */
  relative: () => Promise<string>
  /** A determination that was written down on an open request. */
  determined: () => Promise<{ id: string; determinationId: string }>
  /** A contact that was noted of a claim, with the code of its survey. */
  contact: () => Promise<{ id: string; claimId: string; code: string }>
  /** A claim that `username` opened in an emergency; answers the id of the opening. */
  openedInEmergency: () => Promise<string>
  /** The id of a contact whose survey was answered with a low rating. */
  dissatisfied: () => Promise<string>
  /** The id of one that came and was not read. */
  arrived: () => Promise<string>
  /** The id of a fax that is on its way. */
  faxed: () => Promise<string>
  /** The id of a mail to a prescriber that was sent. */
  mailed: () => Promise<string>
  /** A text that was sent to a worker who takes texts: its id, and the number. */
  texted: () => Promise<{ messageId: string; mobile: string; claimId: string }>
  /** A saved view of the worklist, the only one of its maker. */
  savedView: () => Promise<string>
  /** A bulk act with nothing left to do. */
  bulkAct: () => Promise<string>
  /** A change of a setting by a colleague that waits for a second administrator. */
  waitingSetting: () => Promise<string>
  /** A change of a setting that took effect. */
  changedSetting: () => Promise<string>
  /** An open access review, the only one of the carrier, with a colleague in it who has no answer. */
  openReview: () => Promise<{ reviewId: string; userId: string }>
  /** An open access review in which every answer is given. */
  answeredReview: () => Promise<string>
  /** The carrier has no open access review. */
  noReview: () => Promise<void>
  /** A colleague's view of a patient, and a case about one. */
  viewed: () => Promise<string>
  accessCase: () => Promise<string>
  /** A token of the carrier's directory, the only one in force. */
  directoryToken: () => Promise<string>
  /** An open invitation to the place's program. */
  openInvitation: () => Promise<string>
  /** The last part of the address of a preview. */
  preview: () => Promise<string>
  /** A single sign-on on its way through the browser that holds `browser`; answers its id. */
  relay: () => Promise<string>
  /** `username` has no chat with support. */
  noChat: () => Promise<void>
  /** A chat of `username` that waits for an agent; answers what it is asked with. */
  ownChat: () => Promise<{ chatId: string; userId: string; secureKey: string; alias: string }>
  /** A chat of `username` that has ended; answers its id. */
  endedChat: () => Promise<string>
  /** A chat of a colleague that `username` has taken as its agent. */
  takenChat: () => Promise<string>
  /** A session of `username` on another device; answers its id. */
  session: () => Promise<string>
}

export type Prepared = {
  api: TestApi
  /** Every call gets new objects: for acts that are meant to succeed. */
  fresh(sub: Place['sub']): Place
  /** The same objects each time: for attacks that are meant to change nothing. */
  same(sub: Place['sub']): Place
  /** The id of an object of this table in this place. */
  idIn(table: string, place: Place): Promise<string>
  close(): Promise<void>
}

/** A place that makes each of its things once and answers the same one from then on. */
export function steadyPlace(place: Place): Place {
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined
    return () => (made ??= make())
  }
  return Object.fromEntries(
    Object.entries(place).map(([name, made]) => [name, typeof made === 'function' ? once<unknown>(made) : made]),
  ) as Place
}
