import type { Keyword, KeywordLanguage } from './language-keywords.js';

/** The answers to keywords, where the integration has no texts of its own. */
export const DEFAULT_ANSWERS: Readonly<Record<KeywordLanguage, Readonly<Record<Keyword, string>>>> = {
  en: {
    stop: 'You are unsubscribed and will get no more messages. Reply START to subscribe again.',
    start: 'You are subscribed again. Reply STOP to unsubscribe, HELP for help.',
    help: 'These messages are automatic. Reply STOP to get no more of them.',
  },
  ar: {
    stop: 'تم إلغاء اشتراكك ولن تصلك رسائل أخرى. أرسل START للاشتراك من جديد.',
    start: 'تم تفعيل اشتراكك من جديد. أرسل STOP لإلغاء الاشتراك.',
    help: 'هذه رسائل تلقائية. أرسل STOP لإيقافها.',
  },
  bg: {
    stop: 'Вие сте отписани и няма да получавате повече съобщения. Изпратете START, за да се абонирате отново.',
    start: 'Абонирани сте отново. Изпратете STOP, за да се отпишете.',
    help: 'Тези съобщения са автоматични. Изпратете STOP, за да ги спрете.',
  },
  cs: {
    stop: 'Odběr je zrušen, další zprávy nedostanete. Pro obnovení odpovězte START.',
    start: 'Odběr je obnoven. Pro zrušení odpovězte STOP.',
    help: 'Tyto zprávy jsou automatické. Pro zrušení odpovězte STOP.',
  },
  da: {
    stop: 'Du er afmeldt og får ikke flere beskeder. Svar START for at tilmelde dig igen.',
    start: 'Du er tilmeldt igen. Svar STOP for at afmelde dig.',
    help: 'Disse beskeder er automatiske. Svar STOP for at afmelde dig.',
  },
  de: {
    stop: 'Sie sind abgemeldet und erhalten keine Nachrichten mehr. Mit START melden Sie sich wieder an.',
    start: 'Sie sind wieder angemeldet. Mit STOP melden Sie sich ab.',
    help: 'Diese Nachrichten sind automatisch. Mit STOP melden Sie sich ab.',
  },
  el: {
    stop: 'Η εγγραφή σας διαγράφηκε και δεν θα λάβετε άλλα μηνύματα. Απαντήστε START για νέα εγγραφή.',
    start: 'Η εγγραφή σας ενεργοποιήθηκε ξανά. Απαντήστε STOP για διαγραφή.',
    help: 'Τα μηνύματα είναι αυτόματα. Απαντήστε STOP για διαγραφή.',
  },
  es: {
    stop: 'Se ha dado de baja y no recibirá más mensajes. Responda START para volver a suscribirse.',
    start: 'Su suscripción vuelve a estar activa. Responda STOP para darse de baja.',
    help: 'Estos mensajes son automáticos. Responda STOP para darse de baja.',
  },
  fi: {
    stop: 'Tilauksesi on peruttu, etkä saa enempää viestejä. Tilaa uudelleen vastaamalla START.',
    start: 'Tilauksesi on taas voimassa. Peru tilaus vastaamalla STOP.',
    help: 'Viestit ovat automaattisia. Peru tilaus vastaamalla STOP.',
  },
  fr: {
    stop: 'Vous êtes désabonné et ne recevrez plus de messages. Répondez START pour vous réabonner.',
    start: 'Vous êtes de nouveau abonné. Répondez STOP pour vous désabonner.',
    help: 'Ces messages sont automatiques. Répondez STOP pour vous désabonner.',
  },
  he: {
    stop: 'הוסרת מרשימת התפוצה ולא יישלחו אליך הודעות נוספות. השב START כדי להצטרף שוב.',
    start: 'הצטרפת שוב לרשימת התפוצה. השב STOP להסרה.',
    help: 'הודעות אלה נשלחות אוטומטית. השב STOP להסרה.',
  },
  hi: {
    stop: 'आपकी सदस्यता समाप्त हो गई है, अब कोई संदेश नहीं आएगा। फिर से शुरू करने के लिए START भेजें।',
    start: 'आपकी सदस्यता फिर से शुरू हो गई है। बंद करने के लिए STOP भेजें।',
    help: 'ये स्वचालित संदेश हैं। बंद करने के लिए STOP भेजें।',
  },
  hr: {
    stop: 'Odjavljeni ste i više nećete primati poruke. Odgovorite START za ponovnu prijavu.',
    start: 'Ponovno ste prijavljeni. Odgovorite STOP za odjavu.',
    help: 'Ove su poruke automatske. Odgovorite STOP za odjavu.',
  },
  hu: {
    stop: 'Leiratkozott, több üzenetet nem kap. Az újbóli feliratkozáshoz válaszoljon: START.',
    start: 'Ismét feliratkozott. A leiratkozáshoz válaszoljon: STOP.',
    help: 'Ezek automatikus üzenetek. A leiratkozáshoz válaszoljon: STOP.',
  },
  id: {
    stop: 'Anda berhenti berlangganan dan tidak akan menerima pesan lagi. Balas START untuk berlangganan lagi.',
    start: 'Anda berlangganan lagi. Balas STOP untuk berhenti.',
    help: 'Pesan ini otomatis. Balas STOP untuk berhenti.',
  },
  it: {
    stop: 'Iscrizione annullata: non riceverà altri messaggi. Risponda START per iscriversi di nuovo.',
    start: 'La sua iscrizione è di nuovo attiva. Risponda STOP per annullarla.',
    help: "Questi messaggi sono automatici. Risponda STOP per annullare l'iscrizione.",
  },
  ja: {
    stop: '配信を停止しました。再開するには START と返信してください。',
    start: '配信を再開しました。停止するには STOP と返信してください。',
    help: 'これは自動配信のメッセージです。停止するには STOP と返信してください。',
  },
  ko: {
    stop: '수신이 거부되어 더 이상 메시지를 보내지 않습니다. 다시 받으려면 START로 답장하세요.',
    start: '메시지를 다시 보내 드립니다. 거부하려면 STOP으로 답장하세요.',
    help: '자동으로 보내는 메시지입니다. 거부하려면 STOP으로 답장하세요.',
  },
  nl: {
    stop: 'U bent afgemeld en ontvangt geen berichten meer. Antwoord START om u weer aan te melden.',
    start: 'U bent weer aangemeld. Antwoord STOP om u af te melden.',
    help: 'Deze berichten zijn automatisch. Antwoord STOP om u af te melden.',
  },
  no: {
    stop: 'Du er avmeldt og får ikke flere meldinger. Svar START for å melde deg på igjen.',
    start: 'Du er påmeldt igjen. Svar STOP for å melde deg av.',
    help: 'Disse meldingene er automatiske. Svar STOP for å melde deg av.',
  },
  pl: {
    stop: 'Subskrypcja została anulowana, nie wyślemy więcej wiadomości. Odpisz START, aby ją wznowić.',
    start: 'Subskrypcja została wznowiona. Odpisz STOP, aby ją anulować.',
    help: 'To są wiadomości automatyczne. Odpisz STOP, aby z nich zrezygnować.',
  },
  pt: {
    stop: 'A sua inscrição foi cancelada e não receberá mais mensagens. Responda START para voltar a receber.',
    start: 'A sua inscrição está ativa de novo. Responda STOP para cancelar.',
    help: 'Estas mensagens são automáticas. Responda STOP para cancelar.',
  },
  ro: {
    stop: 'V-ați dezabonat și nu veți mai primi mesaje. Răspundeți START pentru a vă reabona.',
    start: 'V-ați abonat din nou. Răspundeți STOP pentru dezabonare.',
    help: 'Aceste mesaje sunt automate. Răspundeți STOP pentru dezabonare.',
  },
  ru: {
    stop: 'Вы отписаны и больше не получите сообщений. Ответьте START, чтобы подписаться снова.',
    start: 'Вы снова подписаны. Ответьте STOP, чтобы отписаться.',
    help: 'Это автоматические сообщения. Ответьте STOP, чтобы отписаться.',
  },
  sk: {
    stop: 'Odber je zrušený, ďalšie správy nedostanete. Na obnovenie odpovedzte START.',
    start: 'Odber je obnovený. Na zrušenie odpovedzte STOP.',
    help: 'Tieto správy sú automatické. Na zrušenie odpovedzte STOP.',
  },
  sv: {
    stop: 'Du är avregistrerad och får inga fler meddelanden. Svara START för att börja prenumerera igen.',
    start: 'Du prenumererar igen. Svara STOP för att avsluta.',
    help: 'Meddelandena är automatiska. Svara STOP för att avsluta.',
  },
  th: {
    stop: 'ยกเลิกการรับข้อความแล้ว ตอบ START เพื่อรับข้อความอีกครั้ง',
    start: 'เริ่มรับข้อความอีกครั้งแล้ว ตอบ STOP เพื่อยกเลิก',
    help: 'นี่คือข้อความอัตโนมัติ ตอบ STOP เพื่อยกเลิก',
  },
  tr: {
    stop: 'Aboneliğiniz iptal edildi, başka mesaj almayacaksınız. Yeniden abone olmak için START yazın.',
    start: 'Yeniden abone oldunuz. İptal etmek için STOP yazın.',
    help: 'Bu mesajlar otomatiktir. İptal etmek için STOP yazın.',
  },
  uk: {
    stop: 'Ви відписані й більше не отримаєте повідомлень. Надішліть START, щоб підписатися знову.',
    start: 'Ви знову підписані. Надішліть STOP, щоб відписатися.',
    help: 'Це автоматичні повідомлення. Надішліть STOP, щоб відписатися.',
  },
  vi: {
    stop: 'Bạn đã hủy đăng ký và sẽ không nhận thêm tin nhắn. Trả lời START để đăng ký lại.',
    start: 'Bạn đã đăng ký lại. Trả lời STOP để hủy.',
    help: 'Đây là tin nhắn tự động. Trả lời STOP để hủy.',
  },
  zh: {
    stop: '您已退订，不会再收到短信。回复 START 可重新订阅。',
    start: '您已重新订阅。回复 STOP 可退订。',
    help: '这是自动发送的短信。回复 STOP 可退订。',
  },
};
