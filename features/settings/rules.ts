/** Levels client settings are kept at. */
const levels = ['settingsLevelGlobal', 'settingsLevelPatientProfile']

/** What is wrong with a level somebody asked for; nothing when it is one. */
export const levelProblem = (level: string): string | undefined =>
  levels.includes(level) ? undefined : `Invalid settings level: ${level}`

/** Knows that text again. */
export const wrongLevel = /^Invalid settings level: /
