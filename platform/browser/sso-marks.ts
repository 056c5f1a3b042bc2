// Two marks that a user signs in by single sign-on. They steer which page is shown, never what is allowed: the cookie
// can be forged and the flag written by hand.

const flag = 'oktaSSO'

/** The cookie the server sets on a single sign-on under way, with the prefix of secure origins. */
const ssoCookieNames = ['__Host-isSsoUser', 'isSsoUser'] as const

/** Whether the sign-in that ends on this page came by single sign-on; reading it takes the cookie away. */
export function takeSsoCookie(): boolean {
  let found = false
  for (const name of ssoCookieNames) {
    if (!document.cookie.split('; ').includes(`${name}=true`)) continue
    found = true
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${name.startsWith('__Host-') ? '; Secure' : ''}`
  }
  return found
}

/** Keeps for this tab whether the signed-in person came by single sign-on. */
export function keepSsoFlag(ssoUser: boolean): void {
  try {
    if (ssoUser) sessionStorage.setItem(flag, 'true')
    else sessionStorage.removeItem(flag)
  } catch {
    // Storage denied: the header shows the Log In link as well.
  }
}

/** Whether somebody who came by single sign-on was signed in in this tab. */
export function isSsoTab(): boolean {
  try {
    return sessionStorage.getItem(flag) === 'true'
  } catch {
    return false
  }
}
