import fc from 'fast-check'

/** Properties try the same cases in every run, so that a mutant that lives today lives tomorrow. */
fc.configureGlobal({ seed: 20_261_121 })
