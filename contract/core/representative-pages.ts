/** The dealers of a representative. */
export const representativePath = '/yonetim/plasiyer'
/** One of its dealers, with visits and notes. */
export const ownDealerPath = (id: number | ':id'): string => `${representativePath}/bayi/${id}`
/** All representatives. */
export const salesTeamPath = '/yonetim/satis-ekibi'
/** One representative: dealers, regions, discounts, targets. */
export const salesPersonPath = (id: number | ':id'): string => `${salesTeamPath}/${id}`
