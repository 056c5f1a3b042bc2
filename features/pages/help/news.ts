/** What changed for users, newest first; the whole list is in CHANGELOG.md. */
export const news: readonly { day: string; title: string; text: string }[] = [
  {
    day: '11/30/2026',
    title: 'What a word means',
    text: 'The “i” beside a reject code, GPI or MME says it in place; I opens the first.',
  },
  {
    day: '11/29/2026',
    title: 'Ask a supervisor',
    text: 'From More actions, when a decision is over your role or limit.',
  },
  {
    day: '11/29/2026',
    title: 'Each finding by itself',
    text: 'Every safety finding has its own tick and reason; the button says who gets the rest.',
  },
  {
    day: '11/28/2026',
    title: 'Approvals that would not pay are not sent',
    text: 'The form says what is missing and to whom it goes.',
  },
  {
    day: '11/28/2026',
    title: 'Queues for every hand-over',
    text: 'Pharmacists, reviewers, second approvers and supervisors see who sent it and until when.',
  },
  { day: '11/27/2026', title: 'Resubmitted requests', text: 'A request follows the last bill and says what changed.' },
]
