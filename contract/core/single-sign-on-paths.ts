/** The address to which an OpenID provider returns the browser. */
export const singleSignOnReturnPath = '/account/login/sso'

export const adminIdentityProvidersPath = '/yonetim/kurumsal-giris'
/** 'yeni' is the form for a new one. */
export const adminIdentityProviderPath = (id: number | 'yeni'): string => `${adminIdentityProvidersPath}/${id}`
