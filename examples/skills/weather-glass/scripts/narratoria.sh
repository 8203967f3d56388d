# Narratoria skill scripts in POSIX sh: this one file, copied beside a script. It needs awk, and curl for the host services.
#
#   . "$(dirname "$0")/narratoria.sh"
#
#   main() {
#     name=$(narratoria_text input.name "stranger")
#     narratoria_log info "Looking for $name"
#     narratoria_output "$(narratoria_object name "$(narratoria_string "$name")" found true)"
#   }
#
#   narratoria_run main
#
# `main` runs under `set -e`, in a subshell. What it prints goes to standard error, so that it cannot break the stream of
# events. When it ends well the tool has succeeded; when it does not, an error event and a done that is not ok are sent.
#
#   narratoria_text PATH [DEFAULT]            a text of the tool input, such as input.name or context.place
#   narratoria_whole PATH [DEFAULT] [MIN MAX] a whole number of at most 15 digits
#   narratoria_type PATH                      string, number, true, false, null, object, array, or nothing
#   narratoria_string TEXT                    TEXT as JSON
#   narratoria_object KEY JSON ...            an object; the values are JSON already
#   narratoria_log LEVEL TEXT                 level: debug, info, warn or error
#   narratoria_state_patch JSON               changes session state once the tool has succeeded
#   narratoria_asset ID KIND MEDIA-TYPE PATH  announces a file that is already written
#   narratoria_ui_event NAME [JSON]
#   narratoria_error CODE TEXT                reports an error without ending the tool
#   narratoria_output JSON                    what the tool gives to others
#   narratoria_fail CODE TEXT                 ends the tool
#   narratoria_host SERVICE [JSON]            asks the host; its answer can be read by narratoria_text host.* afterwards,
#                                             where the call does not stand in $(...)
#
# SIGTERM ends a script at once, as it does any shell that sets no trap.

# Bytes are bytes: text of any language passes through whole.
LC_ALL=C
export LC_ALL
NARRATORIA_NEWLINE="
"

# Reads JSON from standard input and prints assignments for `eval`: NARRATORIA_V_<path> for each text, number and word,
# NARRATORIA_T_<path> for its type, with __ between the keys; or NARRATORIA_BAD where it is no JSON. Values stand in single
# quotes, in which the shell gives no character a meaning, and keys with anything but letters, digits and single _ are left out.
narratoria__parse() {
  awk -v root="$1" '
    BEGIN { for (i = 1; i < 256; i++) byte[i] = sprintf("%c", i); hex = "0123456789abcdef" }
    { text = text (NR > 1 ? "\n" : "") $0 }
    END {
      size = length(text); pos = 1
      if (substr(text, 1, 3) == byte[239] byte[187] byte[191]) pos = 4
      blanks()
      if (pos > size) bad("nothing came")
      parse()
      print out
    }
    function bad(reason) { print "NARRATORIA_BAD=\047" reason "\047"; failed = 1; exit }
    function blanks() { while (pos <= size && index(" \t\n\r", substr(text, pos, 1))) pos++ }
    function tell(type, value,   name, parts, count, i, quoted) {
      name = path[depth]
      if (name == "") return
      out = out "NARRATORIA_T_" name "=" type "\n"
      if (type == "object" || type == "array") return
      count = split(value, parts, "\047")
      quoted = parts[1]
      for (i = 2; i <= count; i++) quoted = quoted "\047\\\047\047" parts[i]
      out = out "NARRATORIA_V_" name "=\047" quoted "\047\n"
    }
    function enter(key) { path[depth] = (path[depth - 1] != "" && depth < 8 && key ~ /^[A-Za-z0-9_]+$/ && key !~ /__/) ? path[depth - 1] "__" key : "" }
    function parse(   c, want, word) {
      depth = 0; path[0] = root; want = "value"
      while (1) {
        blanks()
        c = substr(text, pos, 1)
        if (want == "end") { if (pos <= size) bad("something follows the JSON value"); return }
        if (want == "comma") {
          if (c == ",") { pos++; if (kind[depth] == "o") want = "key"; else { enter(++count[depth]); want = "value" } }
          else if (c == (kind[depth] == "o" ? "}" : "]")) { pos++; depth--; want = depth ? "comma" : "end" }
          else bad("a comma or a closing bracket is missing")
        } else if (want == "key" || want == "first key") {
          if (want == "first key" && c == "}") { pos++; depth--; want = depth ? "comma" : "end"; continue }
          if (c != "\"") bad("a key in quotes is missing")
          enter(string()); blanks()
          if (substr(text, pos, 1) != ":") bad("a colon is missing")
          pos++; want = "value"
        } else if (c == "{") { tell("object"); pos++; kind[++depth] = "o"; want = "first key" }
        else if (c == "[") { tell("array"); pos++; kind[++depth] = "a"; count[depth] = 0; enter("0"); want = "first item" }
        else if (want == "first item" && c == "]") { pos++; depth--; want = depth ? "comma" : "end" }
        else {
          if (c == "\"") tell("string", string())
          else if (match(substr(text, pos, 5), /^(true|false|null)/)) {
            word = substr(text, pos, RLENGTH); pos += RLENGTH; tell(word, word)
          } else if (match(substr(text, pos, 400), /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)) {
            word = substr(text, pos, RLENGTH); pos += RLENGTH; tell("number", word)
          } else bad(pos > size ? "it ends too early" : "there is something that is no value")
          want = depth ? "comma" : "end"
        }
      }
    }
    function string(   chunk, value, c, code, low) {
      pos++; value = ""
      while (1) {
        chunk = substr(text, pos, 4096)
        if (chunk == "") bad("a text has no end")
        if (!match(chunk, /["\\\001-\037]/)) { value = value chunk; pos += length(chunk); continue }
        value = value substr(chunk, 1, RSTART - 1); pos += RSTART - 1
        c = substr(text, pos, 1); pos++
        if (c == "\"") return value
        if (c != "\\") bad("a text holds a raw control character")
        c = substr(text, pos, 1); pos++
        if (c == "n") value = value "\n"
        else if (c == "t") value = value "\t"
        else if (c == "r") value = value "\r"
        else if (c == "b") value = value "\b"
        else if (c == "f") value = value "\f"
        else if (c == "\"" || c == "\\" || c == "/") value = value c
        else if (c == "u") {
          code = unit()
          if (code >= 55296 && code < 56320 && substr(text, pos, 2) == "\\u") {
            pos += 2; low = unit()
            if (low >= 56320 && low < 57344) code = 65536 + (code - 55296) * 1024 + low - 56320
            else { value = value utf8(65533); code = low }
          }
          value = value utf8(code)
        } else bad("a text holds an unknown escape")
      }
    }
    function unit(   i, digit, code) {
      code = 0
      for (i = 0; i < 4; i++) {
        digit = index(hex, tolower(substr(text, pos++, 1)))
        if (!digit || pos > size + 1) bad("a text holds an unknown escape")
        code = code * 16 + digit - 1
      }
      return code
    }
    # Halves of pairs and NUL have no place in a text of the shell.
    function utf8(code) {
      if (code == 0 || (code >= 55296 && code < 57344)) code = 65533
      if (code < 128) return byte[code]
      if (code < 2048) return byte[192 + int(code / 64)] byte[128 + code % 64]
      if (code < 65536) return byte[224 + int(code / 4096)] byte[128 + int(code / 64) % 64] byte[128 + code % 64]
      return byte[240 + int(code / 262144)] byte[128 + int(code / 4096) % 64] byte[128 + int(code / 64) % 64] byte[128 + code % 64]
    }
  '
}

# Reads a JSON text into variables. Fails where it is none, with the reason in NARRATORIA_BAD.
narratoria__load() {
  NARRATORIA_BAD=
  eval "$(narratoria__parse "$1")"
  [ -z "$NARRATORIA_BAD" ]
}

narratoria__name() {
  case $1 in
    "" | *[!A-Za-z0-9_.]*) narratoria_fail bad_path "The path \"$1\" may hold letters, digits, _ and dots only." ;;
  esac
  NARRATORIA_NAME=$(printf '%s' "$1" | sed 's/\./__/g')
}

narratoria_type() {
  narratoria__name "$1"
  eval "printf '%s' \"\${NARRATORIA_T_root__$NARRATORIA_NAME-}\""
}

narratoria_text() {
  case $(narratoria_type "$1"):$# in
    string:*) narratoria__name "$1"; eval "printf '%s' \"\$NARRATORIA_V_root__$NARRATORIA_NAME\"" ;;
    :1 | null:1) narratoria_fail invalid_input "\"$1\" is missing." ;;
    :* | null:*) printf '%s' "$2" ;;
    *) narratoria_fail invalid_input "\"$1\" must be text." ;;
  esac
}

narratoria_whole() {
  case $(narratoria_type "$1"):$# in
    number:*)
      narratoria__name "$1"
      eval "NARRATORIA_NUMBER=\$NARRATORIA_V_root__$NARRATORIA_NAME"
      case ${NARRATORIA_NUMBER#-} in
        *[!0-9]* | ????????????????*) narratoria_fail invalid_input "\"$1\" must be a whole number of at most 15 digits." ;;
      esac
      if [ $# -ge 4 ] && { [ "$NARRATORIA_NUMBER" -lt "$3" ] || [ "$NARRATORIA_NUMBER" -gt "$4" ]; }; then
        narratoria_fail invalid_input "\"$1\" must be a whole number from $3 to $4."
      fi
      printf '%s' "$NARRATORIA_NUMBER"
      ;;
    :1 | null:1) narratoria_fail invalid_input "\"$1\" is missing." ;;
    :* | null:*) printf '%s' "$2" ;;
    *) narratoria_fail invalid_input "\"$1\" must be a whole number." ;;
  esac
}

# The dot keeps the newlines at the end, which awk would take for the end of its last line. Bytes that are no UTF-8 become
# U+FFFD, since one of them would make the stream unreadable.
narratoria_string() {
  printf '%s.' "$1" | awk '
    BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i; lost = sprintf("%c%c%c", 239, 191, 189) }
    { text = text (NR > 1 ? "\n" : "") $0 }
    END {
      size = length(text) - 1
      printf "\""
      for (pos = 1; pos <= size; ) {
        chunk = substr(text, pos, pos + 4096 > size ? size - pos + 1 : 4096)
        if (match(chunk, /^[ !#-\133\135-~]+/)) { printf "%s", substr(chunk, 1, RLENGTH); pos += RLENGTH; continue }
        c = substr(text, pos, 1); n = code[c]
        if (c == "\"" || c == "\\") { printf "\\%s", c; pos++ }
        else if (n < 128) { printf "\\u%04x", n; pos++ }
        else { long = sequence(); if (long) { printf "%s", substr(text, pos, long); pos += long } else { printf "%s", lost; pos++ } }
      }
      printf "\""
    }
    # How many bytes the character at `pos` has; 0 where it is none.
    function sequence(   more, i, second) {
      if (n < 194 || n > 244) return 0
      more = n < 224 ? 1 : n < 240 ? 2 : 3
      if (pos + more > size) return 0
      for (i = 1; i <= more; i++) { second = code[substr(text, pos + i, 1)]; if (second < 128 || second > 191) return 0 }
      second = code[substr(text, pos + 1, 1)]
      if ((n == 224 && second < 160) || (n == 237 && second > 159) || (n == 240 && second < 144) || (n == 244 && second > 143)) return 0
      return more + 1
    }
  '
}

narratoria_object() {
  printf '{'
  NARRATORIA_COMMA=
  while [ $# -ge 2 ]; do
    printf '%s%s:%s' "$NARRATORIA_COMMA" "$(narratoria_string "$1")" "$2"
    NARRATORIA_COMMA=,
    shift 2
  done
  printf '}'
}

# Descriptor 3 is the stream of events, 4 what `main` comes to.
narratoria__send() { printf '%s\n' "$(narratoria__line "$1")" >&3; }

# JSON on one line: a newline in it can only be white space.
narratoria__line() {
  case $1 in
    *"$NARRATORIA_NEWLINE"*) printf '%s' "$1" | tr '\n' ' ' ;;
    *) printf '%s' "$1" ;;
  esac
}

narratoria_log() {
  narratoria__send "{\"version\":\"0\",\"type\":\"log\",\"level\":$(narratoria_string "$1"),\"message\":$(narratoria_string "$2")}"
}

narratoria_state_patch() { narratoria__send "{\"version\":\"0\",\"type\":\"state_patch\",\"patch\":$1}"; }

narratoria_asset() {
  narratoria__send "{\"version\":\"0\",\"type\":\"asset\",\"assetId\":$(narratoria_string "$1"),\"kind\":$(narratoria_string "$2"),\"mediaType\":$(narratoria_string "$3"),\"path\":$(narratoria_string "$4")}"
}

narratoria_ui_event() {
  narratoria__send "{\"version\":\"0\",\"type\":\"ui_event\",\"event\":$(narratoria_string "$1")${2:+,\"payload\":$2}}"
}

narratoria_error() {
  narratoria__send "{\"version\":\"0\",\"type\":\"error\",\"errorCode\":$(narratoria_string "$1"),\"errorMessage\":$(narratoria_string "$2")}"
}

narratoria_output() { printf 'output:%s\n' "$(narratoria__line "$1")" >&4; }

# Ends the subshell it stands in. `set -e` carries that on out of $(...) on the right of an assignment, and out of no other;
# the tool has failed in any case.
narratoria_fail() {
  narratoria_error "$1" "$2"
  printf 'failed:%s\n' "$(narratoria_string "$2")" >&4
  exit 70
}

# The token goes by curl's standard input, since everybody on the machine can read arguments.
narratoria_host() {
  [ "$(narratoria_type host)" = object ] || narratoria_fail no_host "This script needs the host services."
  command -v curl >/dev/null || narratoria_fail host_unreachable "The host services need curl, which was not found."
  NARRATORIA_REQUEST=$(narratoria__line "${2-}")
  [ -n "$NARRATORIA_REQUEST" ] || NARRATORIA_REQUEST="{}"
  NARRATORIA_ANSWER=$(
    {
      printf 'header = "Authorization: Bearer %s"\n' "$NARRATORIA_V_root__host__token"
      printf 'header = "Content-Type: application/json"\n'
      printf 'data-raw = "%s"\n' "$(printf '%s' "$NARRATORIA_REQUEST" | sed 's/[\\"]/\\&/g')"
    } | curl --silent --unix-socket "$NARRATORIA_V_root__host__socket" --write-out '\n%{http_code}' --config - \
      "http://narratoria/v0/$1"
  ) || narratoria_fail host_unreachable "The host service $1 cannot be reached."
  case $NARRATORIA_ANSWER in
    *"${NARRATORIA_NEWLINE}200") NARRATORIA_ANSWER=${NARRATORIA_ANSWER%"${NARRATORIA_NEWLINE}200"} ;;
    *) narratoria_fail host_error "The host service $1 refused (status $(printf '%s' "$NARRATORIA_ANSWER" | tail -n 1))." ;;
  esac
  NARRATORIA_BAD=
  eval "$(printf '%s' "$NARRATORIA_ANSWER" | narratoria__parse root__host)"
  printf '%s\n' "$NARRATORIA_ANSWER"
}

narratoria__done() { narratoria__send "{\"version\":\"0\",\"type\":\"done\",\"ok\":$1}"; }

narratoria_run() {
  exec 3>&1 1>&2
  if ! narratoria__load root; then
    NARRATORIA_BAD="Standard input must hold the tool input, one JSON object: $NARRATORIA_BAD."
  elif [ "${NARRATORIA_T_root-}" != object ]; then
    NARRATORIA_BAD="The tool input must be a JSON object."
  elif [ "${NARRATORIA_T_root__input-object}" != object ]; then
    NARRATORIA_BAD='"input" must be an object.'
  fi
  if [ -n "$NARRATORIA_BAD" ]; then
    narratoria_error invalid_input "$NARRATORIA_BAD"
    narratoria__done "false,\"summary\":$(narratoria_string "$NARRATORIA_BAD")"
    exit 0
  fi
  # A failure counts wherever it was told, then how the script ended, then the last output.
  NARRATORIA_TOLD=$(
    {
      (
        set -e
        "$@"
      ) 4>&1 >&2
      printf 'status:%s\n' "$?"
    } | awk '
      { kind = substr($0, 1, 7) }
      kind == "failed:" && failed == "" { failed = $0 }
      kind == "output:" { output = $0 }
      kind == "status:" { status = $0 }
      END { print failed != "" ? failed : status != "status:0" ? status : output }
    '
  )
  case $NARRATORIA_TOLD in
    failed:*) narratoria__done "false,\"summary\":${NARRATORIA_TOLD#failed:}" ;;
    output:*) narratoria__done "true,\"output\":${NARRATORIA_TOLD#output:}" ;;
    status:*)
      narratoria_error unexpected "The script ended with status ${NARRATORIA_TOLD#status:}."
      narratoria__done false
      ;;
    *) narratoria__done true ;;
  esac
  exit 0
}
