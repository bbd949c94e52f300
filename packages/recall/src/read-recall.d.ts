import type { RecallReading, RecallRecord } from './types.ts';
/**
 * Reads what an enforcement report recalls out of its free text (product_description, code_info, more_code_info). Never throws; what has digits and
 * could not be read stands in `unread`.
 */
export declare function readRecall(record: RecallRecord): RecallReading;
