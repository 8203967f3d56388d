import type { MessageKey } from "./say.js";

/** The same in German. */
export const GERMAN: Readonly<Record<MessageKey, string>> = {
  goes_on_without: "Die Geschichte geht ohne sie weiter.",
  nothing_lost: "Es ist nichts verloren.",
  repair: "Eine Reparatur holt zurück, was eine Sicherung noch hat.",
  choose_on: "Wählen Sie, wie die Geschichte weitergeht.",

  skill_greedy:
    "{skill} {how, select, MEMORY_QUOTA {hat zu viel Speicher belegt} PROCESS_QUOTA {hat zu viele Prozesse gestartet} other {hat zu viel in den eigenen Datenordner geschrieben}} und wurde beendet.",
  "skill_greedy.action":
    "Es ist nichts verloren. Wenn es wieder vorkommt, schalten Sie die Fähigkeit aus, oder fragen Sie, wer sie gemacht hat.",
  skill_offline: "{skill} konnte das Netz nicht erreichen.",
  "skill_offline.action": "Es ist nichts verloren. Prüfen Sie Ihre Verbindung; es wird noch einmal versucht.",
  skill_timeout: "{skill} hat zu lange gebraucht und wurde beendet.",
  skill_failed: "{skill} ist gescheitert.",
  skill_off:
    "{skill} {how, select, start {lässt sich nicht starten} other {ist zu oft gescheitert}} und bleibt bis zum nächsten Start aus.",
  "skill_off.action": "Beenden Sie Narratoria und starten Sie es neu.",
  skill_changed_waits:
    "{skill} hat sich geändert und wartet erneut auf Ihre Zustimmung. Die Geschichte geht ohne sie weiter.",
  "skill_changed_waits.action": "Sehen Sie nach, was sich geändert hat, und stimmen Sie erneut zu.",
  skill_waiting: "{skill} wartet auf Ihre Zustimmung. Die Geschichte geht ohne sie weiter.",
  "skill_waiting.action": "Sehen Sie nach, was sie verlangt, und stimmen Sie zu.",
  skill_disabled: "{skill} ist ausgeschaltet. Die Geschichte geht ohne sie weiter.",
  "skill_disabled.action": "Schalten Sie die Fähigkeit ein, um sie zu nutzen.",
  skill_crashed:
    "{skill} ist dreimal abgestürzt und bleibt aus, bis sich daran etwas ändert. Die Geschichte geht ohne sie weiter.",
  "skill_crashed.action":
    "Installieren Sie eine neuere Version, oder schalten Sie die Fähigkeit ein, um es noch einmal zu versuchen.",
  skill_unheld:
    "{skill} läuft nur in einer Sandbox, und auf diesem Rechner gibt es keine. Die Geschichte geht ohne sie weiter.",
  "skill_unheld.action": "Installieren Sie eine Sandbox, oder stimmen Sie ohne eine zu.",
  skill_faulty: "{skill} kann nicht benutzt werden. {why}",
  "skill_faulty.action": "Berichtigen oder entfernen Sie den Ordner, und starten Sie neu.",
  skill_misconfigured: "Die Einstellungen von {skill} sind nicht in Ordnung. {why}",
  "skill_misconfigured.action": "Ändern Sie, was nicht passt.",
  skill_missing: "Die Fähigkeit {skill} fehlt. Die Geschichte geht ohne sie weiter.",
  "skill_missing.action": "Installieren Sie Narratoria neu.",
  skill_removed: "{skill} ist nicht mehr da. Die Geschichte geht ohne sie weiter.",
  "skill_removed.action": "Legen Sie den Ordner zurück, oder installieren Sie die Fähigkeit neu.",
  skill_kept: "{skill} ist gerade nicht lesbar und bleibt daher, wie sie war.",
  "skill_kept.action": "Bringen Sie zu Ende, was gerade kopiert wird.",
  skill_added: "{skill} ist neu und wird ab jetzt benutzt.",
  skill_changed: "{skill} hat sich geändert und wird ab jetzt so benutzt.",
  go_on: "Machen Sie weiter.",
  asset_refused:
    "{count, plural, one {Eine Datei} other {{count} Dateien}} von {skill} {count, plural, one {kann} other {können}} nicht gezeigt werden: {why}.",

  campaign_faults:
    "Etwas in dieser Kampagne ist falsch und wird ausgelassen: {where}{more, plural, zero {} other { Und {more} weitere.}}",
  campaign_changed: "Die Kampagne hat sich geändert. Die Geschichte geht weiter mit ihr, wie sie jetzt ist.",
  campaign_updated:
    "{title} hat sich geändert, seit diese Geschichte zuletzt gespielt wurde{same, select, yes {} other {, und ist jetzt Version {version}}}. {people, plural, zero {} one {Eine Figur ist anders.} other {{people} Figuren sind anders.}} {files, plural, zero {} one {Eine Datei ist anders.} other {{files} Dateien sind anders.}} Die Geschichte geht weiter mit ihr, wie sie jetzt ist.",
  for_several:
    "Diese Geschichte ist für {least} Spielende oder mehr geschrieben. Hier spielst du allein: die anderen kommen als Figuren der Geschichte vor oder gar nicht.",
  "for_several.action": "Sie lässt sich trotzdem spielen.",
  newer_format:
    "Diese Geschichte ist für Version {format} des Kampagnenformats geschrieben, das neuer ist als dieses Narratoria. Sie wird trotzdem gespielt; was hier unbekannt ist, wird ausgelassen.",
  enriched:
    "Von dieser Geschichte ist wenig geschrieben, deshalb ist der Rest ergänzt worden, von: {by}. {count} Dateien in {dir}, jede als erzeugt gekennzeichnet.",
  "enriched.action": "Die Geschichte kann gespielt werden. Ändern oder löschen Sie, was Ihnen nicht gefällt.",
  enriched_nowhere:
    "Von dieser Geschichte ist wenig geschrieben, und der Rest konnte nicht ergänzt werden, denn es ließ sich nichts schreiben.",
  by_storybook: "Erzähler ohne Sprachmodell",
  started_at:
    "{what, select, state {Die Geschichte beginnt mit dem angegebenen Zustand.} first {Die Geschichte beginnt bei {beat}.} other {Die Geschichte beginnt bei {beat}. Als geschehen gilt: {happened}.}}",
  campaign_problems: "Die Kampagne hat {count, plural, one {ein neues Problem} other {{count} neue Probleme}}: {list}",
  campaign_stays:
    "Die Kampagne hat sich geändert, und etwas in ihr ist falsch: {why} Die Geschichte geht weiter mit ihr, wie sie war.",
  "campaign_stays.action": "Berichtigen und speichern Sie sie: Die nächste Szene liest sie wieder.",
  can_be_played: "Die Geschichte ist spielbar.",
  scene_damaged: "Die letzte Szene war beschädigt und wurde ausgelassen. Die Geschichte geht weiter ab {scene}.",
  choose_on_from_it: "Wählen Sie, wie es weitergeht.",
  nothing_to_go_on_from: "Jede Szene, von der {title} weitergehen könnte, ist auf der Festplatte beschädigt.",
  disk_full:
    "Die Festplatte ist voll. Ihre Geschichte wird noch gespeichert, in {megabytes} MB, die Narratoria dafür freihält.",
  "disk_full.action":
    "Schaffen Sie bald Platz. Wenn auch dieser Raum verbraucht ist, kann keine Szene mehr gespeichert werden.",
  memories_damaged:
    "{count, plural, one {Eine Erinnerung der Geschichte ist auf der Festplatte beschädigt und wird} other {{count} Erinnerungen der Geschichte sind auf der Festplatte beschädigt und werden}} ausgelassen.",
  edited_scenes:
    "{scenes} {count, plural, one {wurde} other {wurden}} von Hand in der Datei Ihrer Geschichten geändert und {count, plural, one {bleibt} other {bleiben}} jetzt so.",
  edited_record:
    "{type, select, memory {Die Erinnerung „{words}“ wurde} perception {Was von Ihnen gehalten wird ({words}), wurde} reputation {Ihr Ansehen ({words}) wurde} other {Etwas, das die Geschichte bewahrt, wurde}} von Hand in der Datei Ihrer Geschichten geändert und bleibt jetzt so.",
  edited_more:
    "{count, plural, one {Noch eine Sache wurde} other {Noch {count} Sachen wurden}} von Hand geändert und {count, plural, one {bleibt} other {bleiben}} ebenfalls so.",
  edited_story:
    "Was neben den Szenen der Geschichte gespeichert ist, etwa ihr Titel, wurde von Hand in der Datei Ihrer Geschichten geändert und bleibt jetzt so.",
  "edited.action": "Es ist nichts zu tun.",
  story_damaged:
    "Was neben den Szenen der Geschichte gespeichert ist, etwa Startwert, Titel und Zweige, ist auf der Festplatte beschädigt.",
  "story_damaged.action":
    "Eine Reparatur holt zurück, was sich daraus ableiten lässt oder was eine Sicherung noch hat.",
  scenes_damaged:
    "{scenes} {count, plural, one {ist} other {sind}} auf der Festplatte beschädigt und {count, plural, one {kann} other {können}} nicht gezeigt werden. Die Geschichte geht darum herum weiter.",
  scenes_lost:
    "{scenes} {count, plural, one {wurde} other {wurden}} erzählt und {count, plural, one {ist} other {sind}} nicht mehr in der Datei.",
  no_backup: "Keine Sicherung hat, was fehlt.",
  a_repair_ends_this: "Eine Reparatur beendet diesen Hinweis.",
  go_on_from_here: "Machen Sie hier weiter.",
  backup_has: "Die Sicherung vom {time} hat {what}.",
  all_of_it: "alles davon",
  a_repair_brings_back: "Eine Reparatur holt das zurück.",
  or_go_on: "Oder machen Sie hier weiter.",
  story_that_is_gone: "Eine Geschichte, die nicht mehr da ist",
  of_story: "{title}: {message}",
  opening: "der Eröffnung",
  scene: "Szene {scene}",
  scenes: "Szenen {from} bis {to}",
  list_and: "{first} und {last}",

  branched:
    "{name, select, none {Ein neuer Zweig} other {Der Zweig „{name}“}} beginnt bei {scene}. Was vorher erzählt wurde, bleibt.",
  went_to: "Zurück bei {scene}, auf dem Zweig „{branch}“.",
  first_told: "Wie zuerst erzählt",
  from_opening: "Von der Eröffnung an",
  from_scene: "Von Szene {scene} an",
  model_gave_up: "Ab hier erzählt das Geschichtenbuch. {why}",
  "model_gave_up.action": "Machen Sie weiter oder wählen Sie ein anderes Modell.",
  storyteller_not_asked:
    "Der gewählte Erzähler, {provider}, wird nicht gefragt. {why} Stattdessen wird auf diesem Rechner erzählt.",
  storyteller_silent:
    "Der gewählte Erzähler, {provider}, hat nicht geantwortet. {why} Die Geschichte geht ohne ihn weiter.",
  storyteller_rests:
    "{provider} ist in mehreren Szenen nacheinander ausgefallen. {why} In {scenes} Szenen wird er wieder gefragt.",
  storyteller_slow:
    "{provider} schreibt langsamer, als Sie auf eine Szene warten; den Rest dieser Szene hat das Geschichtenbuch erzählt.",
  wait_longer:
    "Machen Sie weiter; es ist nichts verloren. Ist das Modell langsam, so sagt die Einstellung `patience`, wie lange auf es gewartet wird.",
  check_connection: "Machen Sie weiter; es ist nichts verloren. Prüfen Sie Ihre Verbindung.",
  look_at_settings: "Machen Sie weiter; es ist nichts verloren. Sehen Sie sich die Einstellungen an.",

  without_history: "Diese Geschichte wird ohne Vorgeschichte erzählt und vergessen, wenn Sie gehen. {reason}",
  "without_history.action": "Nichts, was da ist, wurde angerührt.",
  turn_interrupted:
    "Narratoria wurde mitten in einer Szene geschlossen. Diese Szene war noch nicht gespeichert; alles davor ist sicher.",
  choose_again: "Wählen Sie noch einmal.",
  no_plan:
    "Der Erzähler fand keinen Weg dafür. Ihre Wahl hat nichts verändert, und dieselben Möglichkeiten stehen offen.",
  plans_failed:
    "Kein Plan für diese Wahl ging auf. Der Erzähler hat es fünfmal versucht. Ihre Wahl hat nichts verändert.",
  "plans_failed.action": "Machen Sie mit einer einfachen Szene weiter, oder gehen Sie vor die Wahl zurück.",
  turn_stopped: "Sie haben diesen Zug angehalten. Nichts wurde gespeichert. Ihre Möglichkeiten sind wie zuvor.",
  "turn_stopped.action": "Wählen Sie, wann Sie mögen.",
  storybook_wrote:
    "Der Erzähler konnte diese Szene nicht schreiben, daher schrieb sie das Geschichtenbuch. Ihre Wahl und Ihr Wurf zählen wie immer.",
  storybook_stands_in: "Diese Szene schrieb das Geschichtenbuch.",
  "storybook_stands_in.action": "Ihre Wahl und Ihr Wurf zählen wie immer.",
  choices_stand_in: "Für diese Szene stehen einfache Möglichkeiten.",
  plain_choices: "Für diese Szene ließen sich keine eigenen Möglichkeiten finden, daher stehen hier einfache.",
  "plain_choices.action": "Wählen Sie eine; die nächste Szene versucht es wieder.",
  nothing_to_undo: "Dies ist die Eröffnung. Es gibt nichts zurückzunehmen.",
  undone: "Die letzte Wahl wurde zurückgenommen.",
  nothing_to_redo: "Hier wurde nichts zurückgenommen, also gibt es nichts wiederherzustellen.",
  redone: "Was zurückgenommen war, ist wieder da.",

  "do.retry_tool": "Noch einmal versuchen",
  "do.tell_again": "Neu erzählen",
  "do.plain_scene": "Mit einer einfachen Szene weiter",
  "do.restart_from": "Zurück zu {scene}",
  "do.open_settings": "Einstellungen öffnen",
  "do.agree": "Ansehen",
  "do.enable": "Einschalten",
  "do.repair": "Reparieren",
  "do.restore": "Sicherung zurückholen",

  "error.unanswered": "Diese Geschichte muss mehr von Ihnen wissen: {missing}.",
  "error.unanswered.action": "Sagen Sie es, oder beginnen Sie so, wie die Geschichte es vorsieht.",
  "error.data_folder_empty": "Der Name des Datenordners ist leer.",
  "error.shipped_skill_missing": "Der Skill {name} ist nicht installiert.",
  "error.shipped_skill_missing.action":
    "Installieren Sie sein Paket neben der Engine, oder lassen Sie ihn in `shippedSkills` weg.",
  "error.data_folder_empty.action": "Nennen Sie einen Ordner, oder lassen Sie ihn weg.",
  "error.data_folder":
    "Der Datenordner {folder} kann nicht benutzt werden: er ist kein Ordner, in den geschrieben werden kann.",
  "error.data_folder.action":
    "Nennen Sie einen anderen, oder machen Sie ihn beschreibbar. Geschichten darin lassen sich weiterhin auflisten, lesen und ausgeben.",
  "error.campaign_is_file": "{wanted} ist eine Datei. Eine Kampagne ist ein Ordner mit einer manifest.json darin.",
  "error.campaign_is_file.action": "Nennen Sie den Ordner.",
  "error.campaign_not_found": "Bei „{wanted}“ gibt es keine Kampagne.",
  "error.campaign_not_found.action":
    "{known, select, none {Nennen Sie den Ordner einer Kampagne.} other {Nennen Sie einen Ordner oder eine von: {known}.}}",
  "error.campaign_broken": "Diese Kampagne kann nicht geöffnet werden. {why}",
  "error.scene_unreadable": "Szene {scene} dieser Geschichte kann nicht gelesen werden.",
  "error.scene_unreadable.action": "Aktualisieren Sie Narratoria, oder spielen Sie eine andere Geschichte weiter.",
  "error.story_busy": "Gerade wird noch eine Szene erzählt.",
  "error.story_busy.action": "Warten Sie, bis sie fertig ist, oder halten Sie sie an.",
  "error.story_elsewhere": "{title} wurde inzwischen noch einmal geöffnet.",
  "error.story_elsewhere.action": "Spielen Sie dort weiter, wo die Geschichte zuletzt geöffnet wurde.",
  "error.story_ended": "Diese Geschichte ist zu Ende.",
  "error.story_ended.action": "Beginnen Sie eine neue.",
  "error.no_such_choice": "Es gibt keine Möglichkeit {choice}.",
  "error.no_such_choice.action":
    "{most, plural, zero {Beginnen Sie zuerst die Geschichte.} other {Wählen Sie 1 bis {most}.}}",
  "error.nothing_to_leave": "Es gibt noch nichts zu verlassen.",
  "error.nothing_to_leave.action": "Beginnen Sie zuerst die Geschichte.",
  "error.cannot_tell_again":
    "{why, select, opening {Die Eröffnung kann nicht neu erzählt werden.} other {Diese Szene neu zu erzählen würde ihre Würfel neu werfen.}}",
  "error.not_of_the_story": "„{action}“ ist nichts, was die Geschichte tut.",
  "error.no_such_tool": "Die letzte Szene hat kein Werkzeug {tool} benutzt.",
  "error.model_missing": "Erzählen soll ein Modell, und es gibt keines.",
  "error.export_too_large": "Diese Geschichte umfasst mehr als {megabytes} MB, zu viel für eine JSON-Datei.",
  "error.export_too_large.action":
    "Geben Sie sie zum Lesen als HTML aus, oder kopieren Sie den Datenordner, um sie mitzunehmen.",
  "error.no_such_scene": "Diese Geschichte hat noch keine Szene {scene}.",
  "error.start_unusable": "Mit diesem Zustand kann die Geschichte nicht beginnen: {why}.",
  "error.start_unusable.action":
    "Er darf flags, world, items, feelings, factions, people und place enthalten, wie eine Wahl des Autors sie ändert.",
  "error.transcript_unusable": "Das Protokoll {file} kann nicht verwendet werden: {why}.",
  "error.transcript_unusable.action": "Löschen Sie es oder legen Sie alle neu an.",
  "error.no_such_beat": "Diese Kampagne hat weder einen Beat noch ein Ende „{id}“.",
  "error.no_beat_to_begin_at": "Diese Kampagne hat keinen Beat „{id}“, bei dem man beginnen könnte.",
  "error.no_such_beat.action": "Nennen Sie eines davon: {names}.",
  "error.no_such_sitter": "In dieser Geschichte gibt es niemanden, dessen Porträt das sein könnte.",
  "error.no_picture": "Diese Datei ist kein Bild, das gezeigt werden kann.",
  "error.no_picture.action": "Nehmen Sie ein Bild in PNG, JPEG oder WebP.",
  "error.picture_too_large": "Dieses Bild hat mehr als {megabytes} MB.",
  "error.picture_too_large.action": "Nehmen Sie ein kleineres.",
  "error.picture_not_kept": "Diese Geschichte bewahrt keine Dateien auf, also kann kein Bild hinein.",
  "error.no_such_turn": "Diese Geschichte hat keinen solchen Zug.",
  "error.no_such_turn.action": "Nennen Sie eine Szene, die hierher führte, oder einen Zug eines der Zweige.",
  "error.no_such_turn_yet.action": "Beginnen Sie zuerst die Geschichte.",
  "error.no_such_branch": "Diese Geschichte hat keinen solchen Zweig.",
  "error.no_such_branch.action": "Nennen Sie einen der Zweige.",
  "error.preferences_too_large": "Einstellungen umfassen höchstens 64 kB.",
  "error.playthrough_not_found": "Es gibt keine Geschichte mit der Kennung „{id}“.",
  "error.no_such_stat": "Diese Geschichte hat keinen Wert namens „{name}“.",
  "error.stat_out_of_range": "{name} reicht von {min} bis {max}, und {value} liegt außerhalb.",
  "error.too_many_points": "Diese Werte ergeben {spent} Punkte, und es gibt {pool}.",
  "error.no_such_stat.action": "Ändern Sie ihn, oder lassen Sie die Werte, wie sie sind.",
  "error.no_such_character":
    "Diese Geschichte hat {kind, select, race {kein Volk} class {keinen Beruf} background {keine Vergangenheit} other {keine fertige Figur}} namens „{name}“.",
  "error.no_such_character.action":
    "{names, select, none {Es gibt keine Auswahl.} other {Zur Auswahl stehen: {names}.}}",
  "error.memory_limits": "{file} kann nicht gelesen werden, also wird nichts vergessen: {why}.",
  "error.memory_limits.action": "Setzen Sie die Grenzen neu, oder löschen Sie die Datei.",
  "error.import": "{path} kann nicht eingelesen werden. {why}",
  "error.import.action": "Geben Sie die Geschichte noch einmal aus, und lesen Sie diese Datei ein.",
  "import.unreadable": "Die Datei lässt sich nicht lesen.",
  "import.unreadable.action": "Prüfen Sie ihren Namen.",
  "import.no_file": "Es ist keine Datei.",
  "import.no_file.action": "Nennen Sie die Datei.",
  "import.too_large": "Die Datei ist zu groß.",
  "import.too_large.action": "Unsere Geschichten sind kleiner.",
  "import.no_json": "Es ist kein JSON, oder es wurde abgeschnitten.",
  "import.no_playthrough": "Es ist keine Geschichte, die als JSON ausgegeben wurde.",
  "import.newer": "Die Datei wurde von einem neueren Narratoria geschrieben.",
  "import.newer.action": "Aktualisieren Sie Narratoria, und lesen Sie die Datei dann ein.",
  "import.no_campaign": "„{name}“ ist kein Name einer Kampagne.",
  "import.changed": "Die Datei wurde seit der Ausgabe verändert oder unterwegs beschädigt.",
  "replay.journal":
    "Was das Journal von dieser Szene enthält, wurde nach dem Schreiben verändert oder ist auf der Platte beschädigt.",
  "replay.choice": "Die getroffene Wahl wird nicht mehr angeboten.",
  "replay.forgotten": "Die Erinnerung an diese Szene wurde von Hand gelöscht, was keine Wiederholung zurücknimmt.",
  "replay.tool_failed": "{tool} ist diesmal fehlgeschlagen.",
  "replay.tool_differs": "{tool} hat als Erstes etwas anderes ergeben.",
  "replay.tool_changed": "Der Skill, seine Einstellungen, die Kampagne oder der Startwert haben sich geändert.",
  "replay.memory":
    "Alle Skills ergaben dasselbe: Die Erinnerung wurde seither von Hand geändert, oder Narratoria bewahrt sie anders auf.",
  "replay.engine": "Alle Skills ergaben dasselbe; Narratoria hat etwas anderes daraus gemacht.",
  "replay.version": "Die Kampagne hat jetzt eine andere Version.",
  "skill.no_scripts": "Es hat keine Skripte: Nichts davon läuft.",
};
