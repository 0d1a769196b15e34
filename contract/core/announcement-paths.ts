/** Pages and files of announcements and documents. */
export const announcementsPath = '/account/announcements'
export const documentsPath = '/account/documents'
/** The file of a document, for its dealers and for administrators. */
export const documentFilePath = (id: number | ':id'): string => `${documentsPath}/${id}/file`

export const adminAnnouncementsPath = '/yonetim/duyurular'
/** 'yeni' is the form for a new one. */
export const adminAnnouncementPath = (id: number | 'yeni'): string => `${adminAnnouncementsPath}/${id}`
export const adminDocumentsPath = '/yonetim/belgeler'
export const adminDocumentPath = (id: number | 'yeni'): string => `${adminDocumentsPath}/${id}`
