const actions: Readonly<Record<string, string>> = {
  APPROVE: 'Approve',
  APPROVE_MODIFIED: 'Approve with changes',
  REJECT: 'Reject',
  P2P: 'Call the prescriber first',
  DEFER: 'Ask the prescriber first',
}

/** An advised action in words, as the decision screen has it. */
const advisedAction = (action: string): string => actions[action] ?? action

/** An advised action and why, without saying the action twice where the rationale begins with it. */
export function adviceSentence({ action, rationale }: { action: string; rationale: string }): string {
  const words = advisedAction(action)
  return rationale.startsWith(words) ? rationale : `${words}: ${rationale}`
}
