import { type TextKind, textSlugs } from '#domain/texts/published-text.ts'
import { applyPath, textsPath } from './pages.ts'

/** The applicant's page of an application; the token is a secret. */
export const applicationPath = (token: string): string => `${applyPath}/basvuru/${encodeURIComponent(token)}`
/** Pages whose content is the visitor's own, or changes with published texts: no page cache has them. */
export const isApplicationPage = (path: string): boolean => /^\/(bayi-ol|metinler)(?=\/|$)/.test(path)

/** `version`: an earlier one. */
export const textPath = (kind: TextKind, version?: number): string =>
  `${textsPath}/${textSlugs[kind]}${version === undefined ? '' : `?surum=${version}`}`

export const adminApplicationsPath = '/yonetim/basvurular'
export const adminApplicationPath = (id: number): string => `${adminApplicationsPath}/${id}`
/** A document of an application, for administrators. */
export const applicationFilePath = (file: string): string => `${adminApplicationsPath}/dosya/${file}`
export const adminTextsPath = '/yonetim/metinler'
/** Who has accepted which version. */
export const adminAcceptancesPath = `${adminTextsPath}/onaylar`
export const adminTextPath = (kind: TextKind): string => `${adminTextsPath}/${textSlugs[kind]}`
