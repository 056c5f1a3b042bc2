export const onOff = (enabled: boolean): string => (enabled ? 'On' : 'Off')
/** On, Off, or that nothing is set. */
export const setWords = (enabled: boolean | null): string =>
  enabled === null ? 'not set' : onOff(enabled).toLowerCase()
