// The Privacy Notice, every version ever in force, the present one first. As with the Terms of Use, a
// published version is never edited, and the wording is our own.
import type { LegalText } from './text.ts'
import { privacyVersions } from './versions.ts'

export const privacy: readonly LegalText[] = [
  {
    kind: 'privacy',
    title: 'Privacy Notice',
    ...privacyVersions[0],
    inShort: [
      'We do not sell personal information for money.',
      'Where a session is replayed to find a fault, the replay stays private.',
      'We do not knowingly collect information from children under 13.',
      'Residents of Nebraska, Texas and California can see, correct, delete, move and opt out, appeal our answer, and use an authorized agent.',
    ],
    sections: [
      {
        heading: 'Information we collect',
        paragraphs: [
          'This notice is about people who use {product} for their work. {provider} collects what your carrier and you tell us, and what using {product} produces:',
        ],
        points: [
          'who you are at work: name, work e-mail address, username, organization, role and licenses;',
          'what you do: pages opened, searches, decisions, notes, messages to support, and times of login and logout;',
          'what your browser says: its kind and version, screen size, time zone, network address and the time of each request.',
        ],
      },
      {
        heading: 'How we use it',
        paragraphs: [
          'To sign you in and keep your account safe, to carry out and record your decisions, to answer your questions, to keep the logs the law and our contracts ask for, to find and mend faults, and to improve how {product} works. We do not use it for advertising.',
        ],
      },
      {
        heading: 'When we disclose it',
        paragraphs: ['We do not sell personal information for money. We disclose it:'],
        points: [
          'to the carriers you work for, and to pharmacies and prescribers as far as a decision of yours concerns them;',
          'to companies that work for us, under contracts that allow nothing but that work;',
          'where a law, a court or a government agency demands it, or to protect rights, safety and property;',
          'to a successor, if the business or a part of it changes hands; this notice goes on to hold.',
        ],
      },
      {
        heading: 'Cookies and tracking choices',
        paragraphs: [
          '{product} sets cookies only to work: one holds your session, others live a few minutes while you sign in. How the pages look is kept in your browser. There are no advertising cookies, and nothing follows you to other sites, so there is nothing that a Do Not Track or Global Privacy Control signal would have to switch off; we treat both as an opt-out all the same.',
          'If your carrier agrees to it, a session may be recorded to find a fault. Such a replay hides what is typed and all health information, is seen only by those who look for the fault, is kept private and is never sold or used for advertising.',
          'You can refuse or delete cookies in your browser. Without the session cookie you cannot stay logged in.',
        ],
      },
      {
        heading: 'Communication preferences',
        paragraphs: [
          'You can choose which optional messages reach you. Messages about your account, your security and the deadlines of requests you own cannot be switched off, since they are part of the service. To change what you receive, use the settings of your account or write to {email}.',
        ],
      },
      {
        heading: 'Your rights by state',
        paragraphs: [
          'If you live in Nebraska, Texas or California, you have these rights about your personal information, as far as the law of your state gives them:',
        ],
        points: [
          'access: to learn whether and what we hold about you, and to see it;',
          'correction: to have what is wrong put right;',
          'deletion: to have what we need not keep deleted;',
          'portability: to receive it in a form you can take elsewhere;',
          'opt-out: of sale, of targeted advertising and of profiling with serious effects; we do none of these;',
          'appeal: if we decline, to have the answer reviewed by somebody else; we say how in the answer, and whom to turn to after that;',
          'authorized agent: to let somebody you name in writing ask for you.',
        ],
      },
      {
        heading: 'How to make a request',
        paragraphs: [
          'Use the web form at {form}, write to {provider}, Privacy Office, {address}, or call {phone}. We check that it is you, or that the agent may speak for you, and answer within 45 days. Asking costs nothing and has no disadvantage for you.',
          'Residents of California may ask for access up to twice in twelve months. We neither sell nor share personal information of anybody under 16.',
        ],
      },
      {
        heading: 'Changes of this notice',
        paragraphs: [
          'A new version is shown here with its number and day, and is announced above the header for 31 days. Earlier versions stay readable below.',
        ],
      },
      {
        heading: 'Other sites',
        paragraphs: [
          'Links may lead to sites we do not run. What they do with your information is up to them; please read their notices.',
        ],
      },
      {
        heading: 'Children',
        paragraphs: [
          '{product} is for people at work. It is not meant for children, and we do not knowingly collect information from children under 13. If we learn that we did, we delete it. We do not sell or share personal information of users under 16.',
        ],
      },
      {
        heading: 'Contact',
        paragraphs: [
          'Questions about this notice go to the Privacy Office: {email}, {phone}, or {provider}, Privacy Office, {address}.',
        ],
      },
    ],
  },
  {
    kind: 'privacy',
    title: 'Privacy Notice',
    ...privacyVersions[1],
    inShort: ['We do not sell personal information for money.'],
    sections: [
      {
        heading: 'Information and its use',
        paragraphs: [
          'We collect who you are at work, what you do in {product} and what your browser says, and use it to run and protect the service, to record decisions and to answer you.',
        ],
      },
      {
        heading: 'Disclosure',
        paragraphs: [
          'To the carriers you work for, to companies that work for us, and where the law demands it. We do not sell it for money.',
        ],
      },
      {
        heading: 'Your rights in California',
        paragraphs: [
          'Residents of California may ask for access, correction and deletion, up to twice in twelve months: {form}, {phone}, or {provider}, Privacy Office, {address}.',
        ],
      },
      {
        heading: 'Children and contact',
        paragraphs: ['We do not knowingly collect information from children under 13. Questions go to {email}.'],
      },
    ],
  },
]
