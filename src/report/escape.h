/* Text made safe for where it goes. Names come from models and file systems and
 * may hold anything; bytes that are not UTF-8 become U+FFFD. */
#ifndef NOE_REPORT_ESCAPE_H
#define NOE_REPORT_ESCAPE_H

#include "base/text.h"

/* For a terminal: control characters as \n, \t, \x1b, so that a model cannot move
 * the cursor. */
void noe_report_escape_plain(struct noe_text *out, const char *text);

/* The inside of a JSON string. */
void noe_report_escape_json(struct noe_text *out, const char *text);

/* XML text or attribute; characters that XML cannot hold are dropped. Newlines and
 * tabs are written as references, which attributes keep. */
void noe_report_escape_xml(struct noe_text *out, const char *text);

/* XML text in which newlines stay newlines. */
void noe_report_escape_xml_block(struct noe_text *out, const char *text);

/* The inside of a quoted DOT label; newlines become \l, left-justified lines. */
void noe_report_escape_dot(struct noe_text *out, const char *text);

/* The inside of roff text: backslashes, and dots that would start a request. */
void noe_report_escape_roff(struct noe_text *out, const char *text);

#endif
