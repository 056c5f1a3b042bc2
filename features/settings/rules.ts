/** Levels of client settings. */
const levels = ['settingsLevelGlobal', 'settingsLevelPatientProfile']

/** What is wrong with a requested level; undefined when it exists. */
export const levelProblem = (level: string): string | undefined =>
  levels.includes(level) ? undefined : `Invalid settings level: ${level}`

/** Recognizes that message. */
export const wrongLevel = /^Invalid settings level: /
