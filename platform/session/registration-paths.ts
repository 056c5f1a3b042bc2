/** First-time registration: where it is begun, and where it is finished. */
export const registrationPaths = { begin: '/user/registerOkta', finish: '/user/registerOkta/logininfo' } as const
