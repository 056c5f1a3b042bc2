/** The tour through the main job, step by step: what is shown, what to try, and what is done of itself when it was tried. */
import type { Answered } from './link.ts'

type TourStep = {
  name: string
  /** On the first screen. */
  about: string
  title: string
  text: string
  attempt: string
  /** The same where there are no keys. */
  touched?: string
  /** Where the step is, unless the user is there already. */
  path?: string
  isThere?: (path: string) => boolean
  /** The thing it is about: the first of these that is on the page gets a ring. */
  ring: readonly string[]
  /** Whether an answered call, or the page the user went to, ends it. */
  isDone?: (answered: Answered) => boolean
  endsAt?: (path: string) => boolean
}

const isRequest = (path: string): boolean => path.startsWith('/authorizations/request/')
const isList = (path: string): boolean => path === '/authorizations'

export const tourSteps: readonly TourStep[] = [
  {
    name: 'Be Dana',
    about: 'Her list as an adjuster sees it.',
    title: 'You are Dana, an adjuster',
    text: 'These requests wait for her decision. The one that is due first is on top: each state gives its own time to answer.',
    attempt: 'Look through the list, then go on.',
    path: '/authorizations',
    isThere: isList,
    ring: ['main [role=row]', 'main table'],
  },
  {
    name: 'Who waits at the counter',
    about: 'The lane above the list.',
    title: 'Some patients stand at the counter',
    text: 'They wait in a pharmacy right now. So they stay above the list, whatever is due next.',
    attempt: 'Choose one of them, or any request of the list, to open it.',
    path: '/authorizations',
    isThere: isList,
    ring: ['section[aria-label="At the counter"]', 'main table'],
    endsAt: isRequest,
  },
  {
    name: 'Approve one request',
    about: 'With a trial run before you send.',
    title: 'Approve this request',
    text: 'Why it stopped, what is known and what it costs are on one page. The trial run says whether the claim would pay once you approve.',
    attempt: 'Press A, read, then press Ctrl Enter. If this one is not for Dana to approve, open another.',
    touched: 'Choose Approve, read, then send it. If this one is not for Dana to approve, open another.',
    isThere: isRequest,
    path: '/authorizations',
    ring: ['main form', 'main'],
    isDone: ({ method, path, status }) => method === 'PUT' && status === 200 && path.endsWith('/status/approve'),
  },
  {
    name: 'Undo it',
    about: 'Z takes it back, with the name.',
    title: 'Take it back',
    text: 'For ten seconds nobody outside is notified. Undo within them leaves the request as it was, and the log says so.',
    attempt: 'Press Z, or Undo in the message. Too late? Go on.',
    touched: 'Choose Undo in the message. Too late? Go on.',
    ring: ['section[aria-label="Notifications"]'],
    isDone: ({ status, path }) => status === 200 && path.endsWith('/undo'),
  },
  {
    name: 'Be the pharmacy',
    about: 'What the status page says to them.',
    title: 'What the pharmacy sees',
    text: 'A pharmacy has no account, only the reference number of its reject message. It learns what to do next: no patient, drug or claim.',
    attempt: 'Enter the reference number and check the status.',
    path: '/status',
    isThere: (path) => path === '/status',
    ring: ['main form input'],
    isDone: ({ status, path }) => status === 200 && path.endsWith('/pharmacyStatus'),
  },
]
