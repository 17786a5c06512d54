-- Words by which people look for a speciality, who do not know its name: whom it is for, parts of the body, complaints, illnesses,
-- professions and treatments, in English, in Hindi, and in Hindi as it is typed in Latin letters.
--
-- Sources: written for this product by its authors from every-day speech, speciality by speciality, beside the descriptions in
-- 0003_reference.sql and the searches that people tried in vain; no list of anybody was copied. No clinician has read them yet.
--
-- A comma parts them. A number after one says how much it tells: 3 (as without a number) that this field is meant, 2 that it may be,
-- 1 that it is one among others. Words that say nothing of their own ("doctor", "in", का) are left out of a search before. Spellings
-- of the same sound need not all stand here. Administrators edit the words.

update specialities set words = 'general physician, physician 2, internal medicine, general doctor 2, fever 1, viral fever 2, viral 1, high fever 2,
   flu 1, influenza 2, cold 1, common cold 2, cold cough 2, sardi 1, zukam 1, jukam 1, sardi zukam 2, weakness 1,
   weak 1, tired 1, tiredness 1, fatigue 1, body pain 2, body ache 2, badan dard 2, full body checkup, health checkup,
   checkup 1, infection 1, cough 1, typhoid 1, vomiting 1, ulti 1, headache 1, sugar 1, diabetes 1, bp 1, bukhar 1,
   tez bukhar 2, viral bukhar 2, kamzori 1, kamjori 1, thakan 1, khansi 1, khasi 1, बुखार 1, तेज बुखार 2, ज्वर 1,
   सर्दी 1, जुकाम 1, सर्दी जुकाम 2, कमजोरी 1, थकान 1, बदन दर्द 2, खांसी 1, उल्टी 1, सामान्य चिकित्सा, जनरल फिजिशियन,
   फिजिशियन 2, चेकअप 1'
where name = 'General medicine';

update specialities set words = 'family doctor, family physician, general practitioner, gp, fever 1, cold 1, cough 1, पारिवारिक चिकित्सक,
   फैमिली डॉक्टर, पारिवारिक डॉक्टर, parivarik doctor'
where name = 'Family medicine';

update specialities set words = 'heart, heart attack, hearts, cardiologist, cardiac, cardio, chest pain, chest 2, chest tightness, bp, blood pressure,
   high blood pressure, low blood pressure, hypertension, palpitation, palpitations, heartbeat, heart beats, ecg, ekg,
   echo, echo test, echocardiogram, angioplasty, angiography, angina, bypass, bypass surgery, stent, pacemaker,
   cholesterol, heart failure, heart blockage, blockage 2, valve, dil, dil dhadkan, dhadkan, dhadkane, hriday, hridya,
   hridaya, hriday rog, seene dard, seena 2, seene 2, chhati dard, chhati 2, raktchap, uchch raktchap, हृदय, हृदय रोग,
   हृदयरोग, दिल, हार्ट, हार्ट अटैक, धड़कन, दिल धड़कन, रक्तचाप, उच्च रक्तचाप, बीपी, ब्लड प्रेशर, सीने दर्द, सीना 2,
   सीने 2, छाती 2, छाती दर्द, कोलेस्ट्रॉल, दिल दौरा, dil daura, hart'
where name = 'Cardiology';

update specialities set words = 'skin, dermatologist, derma, acne, pimple, pimples, rash, rashes, eczema, psoriasis, ringworm, fungal,
   fungal infection, itching, itch, itchy, hair, hair fall, hair loss, hairfall, baldness, alopecia, dandruff, vitiligo,
   leucoderma, white patches, white spots, mole, moles, wart, warts, nail 2, nails 2, nail fungus, pigmentation,
   dark spots, melasma, scar 2, sunburn, tanning 2, skin allergy, allergy 1, hives, urticaria, scabies, boils, leprosy,
   twacha, tvacha, twacha rog, charm rog, charmrog, khujli, daad, daad khaj, khaj, daane, dane, muhase, muhaase,
   chehre 2, chehra 2, chehre daane, bal jhadna, baal jhadna, baal jhad, bal jhad, baal 2, bal 2, baal girna, rusi,
   safed daag, safed dag, dag 2, daag 2, jhaiyan, त्वचा, त्वचा रोग, चर्म, चर्म रोग, चर्मरोग, खुजली, दाद, खाज, मुंहासे,
   मुहांसे, मुंहासा, दाने, चेहरे 2, चेहरा 2, बाल 2, बाल झड़, बाल झड़ना, बाल झड़ रहे, बालों 2, रूसी, सफेद दाग, दाग 2,
   झाइयां, स्किन, hair transplant 1'
where name = 'Dermatology';

update specialities set words = 'child 2, children 2, childrens 2, kid 2, kids 2, baby 2, babies 2, newborn 2, new born 2, new born baby 2, infant 2,
   toddler 2, neonatal, paediatrician, pediatrician, paediatric, pediatric, pediatrics, child specialist, child doctor,
   baby doctor, vaccination 2, vaccine 1, immunisation, immunization, vaccination baby, newborn vaccination, growth 1,
   bachcha 2, bachche 2, bacche 2, bacha 2, bache 2, bachon 2, bachcho 2, bachchon 2, bacchon 2, baccho 2, bacchi 2,
   shishu 2, shishu rog, bal rog, baal rog, navjat 2, navjaat 2, tika, teeka, tikakaran, बच्चा 2, बच्चे 2, बच्चों 2,
   बच्ची 2, शिशु 2, शिशु रोग, बाल रोग, बालरोग, नवजात 2, नवजात शिशु, टीका, टीकाकरण, son 1, daughter 1, beta 1, beti 1'
where name = 'Paediatrics';

update specialities set words = 'gynaecologist, gynecologist, gynae, gynac, gyno, gynaec, gynecology, obstetrician, obstetrics, woman 2, women 2,
   womens 2, lady doctor, ladies doctor, mahila doctor, female doctor 2, women doctor, mahila 2, period, periods,
   menstruation, menstrual, missed period, irregular periods, pregnancy, pregnant, prenatal, antenatal, maternity,
   delivery, childbirth, caesarean, cesarean, c section, abortion, miscarriage, contraception, contraceptive,
   birth control, copper t, iud, menopause, pcos, pcod, fibroid, fibroids, uterus, ovary, ovarian, ovarian cyst,
   endometriosis, vagina, vaginal, white discharge, leucorrhoea, pap smear, cervical 1, hysterectomy, aurat 2, aurton 2,
   auraton 2, mahilaon 2, mahwari, maahwari, mahavari, masik dharm, masik, garbh, garbhavastha, garbhvati, garbhpat,
   stri rog, stree rog, prasuti, prasav, safed pani, bachedani, bachchedani, स्त्री 2, स्त्री रोग, महिला 2, महिलाओं 2,
   महिला डॉक्टर, औरत 2, औरतों 2, लेडी डॉक्टर, माहवारी, मासिक धर्म, मासिक, पीरियड, पीरियड्स, गर्भ, गर्भावस्था, गर्भवती,
   प्रेगनेंसी, प्रेग्नेंसी, प्रसव, प्रसूति, गर्भपात, सफेद पानी, बच्चेदानी, डिलीवरी, रजोनिवृत्ति'
where name = 'Gynaecology and obstetrics';

update specialities set words = 'bone, bones, joint, joints, joint pain, knee, knees, back 2, back pain, backache, lower back, spine 2, shoulder,
   frozen shoulder, elbow, wrist 2, ankle 2, hip, neck 2, neck pain, heel 2, heel pain, foot 1, leg 1, leg pain 2,
   arm 1, hand 1, broken, broken arm, broken leg, broken bone, fracture, fractures, plaster, dislocation, arthritis 1,
   osteoarthritis, osteoporosis, ligament 2, knee replacement, hip replacement, orthopaedic, orthopedic, ortho,
   orthopaedic surgeon, orthopedic surgeon, orthopaedician, sciatica 2, slipped disc, slip disc, cervical, spondylitis,
   spondylosis, scoliosis, cramps 1, swollen joints 2, haddi, haddiyan, haddi tootna, haddi rog, ghutna, ghutne, ghutno,
   ghutnon, jod, jodo, jodon, jod dard, jodon dard, kamar, kamar dard, peeth, pith dard, peeth dard, gardan,
   gardan dard, kandha, kandhe, edi, edi dard, kohni, हड्डी, हड्डियों, हड्डी रोग, घुटना, घुटने, घुटनों, जोड़, जोड़ों,
   जोड़ दर्द, जोड़ों दर्द, कमर, कमर दर्द, पीठ, पीठ दर्द, गर्दन, कंधा, कंधे, एड़ी, कोहनी, टूटी हड्डी, फ्रैक्चर,
   pair dard 2, pairon 1, पैर 1'
where name = 'Orthopaedics';

update specialities set words = 'ent, ear, ears, earache, ear pain, nose, throat, throat pain, sore throat, sinus, sinusitis, tonsil, tonsils,
   tonsillitis, hearing, hearing loss, hearing aid, deaf, deafness, tinnitus, ringing ears, nosebleed, nose bleed,
   nose bleeding, vertigo 2, dizziness 1, snoring, hoarse, hoarse voice, voice, adenoids, blocked nose, runny nose 2,
   smell 2, ear wax, kan, kaan, kano, kaano, kaan bajna, kaan dard, naak, nak, nak band, naak khoon, gala, gale,
   gale dard, gale kharash, kharash, kam sunai, sunai, kharrate, kaan naak gala, कान, कानों, नाक, नाक खून, गला, गले,
   गले खराश, टॉन्सिल, साइनस, कान दर्द, सुनाई, बहरापन, खर्राटे, ईएनटी, nose job 1, chakkar 1'
where name = 'Ear, nose and throat (ENT)';

update specialities set words = 'eye, eyes, eyesight, vision, blurred vision, blurry vision, blurry, sight, blind, blindness, cataract, glaucoma,
   retina, retinal, lasik, specs, spectacles, glasses, contact lens, conjunctivitis, red eye, red eyes, dry eyes,
   eye infection, eye pain, squint, cornea, ophthalmologist, optician 2, optometrist, eye checkup, eye surgeon, aankh,
   ankh, aankhen, ankhen, aankho, aankhon, ankhon, aankhe, motiyabind, motiabind, kala motia, kala motiya, motia,
   motiya, nazar, najar, nazar kamzor, chashma, netra, netra rog, netra chikitsak, आंख, आंखें, आंखों, नेत्र, नेत्र रोग,
   मोतियाबिंद, चश्मा, नजर, नज़र, काला मोतिया, रोशनी 1, आंख जलन, ankh jalan, aankh jalan'
where name = 'Ophthalmology';

update specialities set words = 'dentist, dental, tooth, teeth, toothache, tooth pain, tooth extraction, root canal, rct, cavity, cavities, filling,
   braces, aligners, gum, gums, bleeding gums, wisdom tooth, denture, dentures, crown 2, implant 1, dental implant,
   teeth cleaning, teeth whitening, scaling, bad breath, mouth ulcer 2, mouth 1, jaw 2, orthodontist, dant, daant,
   danto, daanto, danton, daanton, dant dard, daant dard, daadh, dadh, daad dard, dadh dard, masude, masuda, masoode,
   masudo, masude khoon, दांत, दांतों, दंत, दंत चिकित्सक, दाढ़, मसूड़े, मसूड़ों, मसूड़ा, डेंटिस्ट, दांत कीड़ा,
   दांत दर्द, मुंह बदबू'
where name = 'Dentistry';

update specialities set words = 'psychiatrist, mental, mental health, mental illness, depression, depressed, sad, feeling sad, anxiety, anxious,
   panic, panic attack, panic attacks, bipolar, schizophrenia, ocd, adhd, autism 2, insomnia, sleep 2, sleep problem,
   sleepless, not sleeping, cannot sleep, addiction, de addiction, deaddiction, alcohol, alcoholism, drinking 2,
   drugs 2, smoking 1, suicide, suicidal, mood, phobia, hearing voices, ptsd, anger 2, mansik, mansik rog,
   mansik tanav 2, avsad, udas, udasi, ghabrahat, ghabraahat, chinta 2, nind, neend, nind aati, neend aati, nasha,
   nasha mukti, nashe, sharab, pagal, man doctor, मानसिक, मानसिक रोग, मनोरोग, मनोचिकित्सक, अवसाद, डिप्रेशन, उदासी, उदास,
   चिंता 2, घबराहट, नींद, नींद आती, नशा, नशा मुक्ति, शराब, stress 1, tension 1'
where name = 'Psychiatry';

update specialities set words = 'psychologist, counselling, counseling, counsellor, counselor, therapist 2, talk therapy, therapy 2, stress 2, grief,
   marriage counselling, relationship, couple 1, anger, anger management, someone talk, someone talk stress, talk 1,
   worry 2, learning difficulties, tension 2, tanav 2, मनोवैज्ञानिक, मनोविज्ञान, परामर्श 2, तनाव 2, काउंसलर, काउंसलिंग'
where name = 'Clinical psychology';

update specialities set words = 'neurologist, neuro, brain, brain doctor, nerve, nerves, nerve pain, migraine, migraine treatment, headache 2,
   headaches 2, epilepsy, fits, seizure, seizures, stroke, paralysis, numb, numbness, tingling, tremor, tremors,
   shaking hands, parkinson, parkinsons, alzheimer, alzheimers, dementia, memory, memory loss, memory problem,
   forgetfulness, dizziness 2, dizzy 2, vertigo 2, giddiness 2, multiple sclerosis, sciatica 1, neuropathy,
   facial palsy, sir dard 2, sar dard 2, sirdard 2, sardard 2, adha sir dard, aadha sir dard, sir 1, sar 1, mirgi,
   mirgee, daura 2, lakwa, lakva, dimag, dimaag, chakkar 2, nas 2, naso, nason, jhunjhuni, jhanjhanahat, yaddasht,
   kampan, मस्तिष्क, दिमाग, तंत्रिका, सिर 1, सिरदर्द 2, सिर दर्द 2, आधा सिर दर्द, माइग्रेन, मिर्गी, मिरगी, लकवा,
   चक्कर 2, नस 2, नसों, झुनझुनी, याददाश्त, दौरा 2'
where name = 'Neurology';

update specialities set words = 'neurosurgeon, neuro surgeon, brain surgery, brain surgeon, brain operation, brain tumour, brain tumor, head injury,
   spine surgery, spine surgeon, spine operation, slipped disc 1, slip disc 1, spinal cord, hydrocephalus,
   dimag operation, रीढ़, रीढ़ ऑपरेशन, दिमाग ऑपरेशन, reedh'
where name = 'Neurosurgery';

update specialities set words = 'gastroenterologist, gastro, stomach, stomachache, stomach ache, stomach pain, tummy, tummy ache, belly, abdomen,
   abdominal, abdominal pain, acidity, acid reflux, gas, gas problem, gastric, gastritis, bloating, heartburn,
   indigestion, digestion, constipation, constipated, diarrhoea, diarrhea, loose motion, loose motions, motion 2,
   dysentery, ibs, ibd, ulcer, ulcers, ulcerative colitis, colitis, crohn, liver, liver specialist, fatty liver,
   cirrhosis, hepatitis, jaundice, pancreas, pancreatitis, endoscopy, colonoscopy, bowel, gall bladder 1, gallbladder 1,
   gallstones 1, vomiting 2, blood stool, food poisoning, swallowing, pet, pet dard, pet jalan, pet gas, pait,
   pait dard, kabz, kabj, kabz ilaj, badhazmi, badhajmi, apach, dast, ulti dast, piliya, peeliya, jigar, liver doctor,
   पेट, पेट दर्द, पेट जलन, पेट गैस, गैस, कब्ज, बदहजमी, अपच, दस्त, एसिडिटी, पीलिया, लिवर, लीवर, जिगर, यकृत, पाचन, अल्सर'
where name = 'Gastroenterology';

update specialities set words = 'pulmonologist, lung, lungs, chest specialist, chest physician, chest doctor, respiratory, breathing,
   breathing problem, breath 2, breathless, breathlessness, short breath, shortness breath, asthma, inhaler, wheeze,
   wheezing, cough 2, coughing 2, cough weeks, dry cough, long cough, chronic cough, copd, bronchitis, pneumonia,
   tuberculosis, tb, sleep apnea, sleep apnoea, lung infection, lungs infection, smoking 2, saans, sans, saans phoolna,
   saans taklif, saans lene, dama, damaa, phephde, fefde, phephda, khansi 2, khasi 2, purani khansi, सांस, सांस फूलना,
   सांस फूल, दमा, अस्थमा, फेफड़े, फेफड़ों, फेफड़ा, खांसी 2, टीबी, क्षय रोग, निमोनिया, chest 1'
where name = 'Pulmonology';

update specialities set words = 'nephrologist, kidney, kidneys, kidney doctor, kidney specialist, kidney failure, kidney disease, dialysis,
   creatinine, protein urine, kidney transplant, renal, gurda, gurde, gurdo, kidney bimari, swelling 1, गुर्दा, गुर्दे,
   किडनी, डायलिसिस'
where name = 'Nephrology';

update specialities set words = 'urologist, urine, urine infection, urine burning, burning urine, urinary, uti, urination, frequent urination,
   urinate, blood urine, kidney stone, kidney stones, stone 2, stones 2, stone treatment, bladder, bladder problem,
   prostate, enlarged prostate, erectile dysfunction, impotence, premature ejaculation, testicle, testicles, vasectomy,
   circumcision, penis, sexual, sexual problem, male sexual problem, sexologist, mens health, gupt rog, guptrog, peshab,
   peshaab, peshab jalan, pathri, patthri, pathari, gurde pathri, kidney pathri, मूत्र, पेशाब, पेशाब जलन, पथरी,
   गुर्दे पथरी, किडनी पथरी, प्रोस्टेट, गुप्त रोग, यौन, मूत्र रोग'
where name = 'Urology';

update specialities set words = 'endocrinologist, diabetes, diabetic, diabetologist, diabetes specialist, sugar, sugar doctor, high sugar,
   blood sugar, blood sugar level, insulin, hba1c, thyroid, hypothyroid, hyperthyroid, goitre, goiter, hormone,
   hormones, hormonal, hormone imbalance, growth hormone, obesity 1, madhumeh, madhumeha, sugar bimari, shugar,
   thairoid, thyroid bimari, ghengha, harmon, मधुमेह, शुगर, डायबिटीज, डायबिटिज, थायराइड, थायरॉइड, थाइराइड, हार्मोन,
   घेंघा, इंसुलिन, motapa 1, मोटापा 1'
where name = 'Endocrinology';

update specialities set words = 'oncologist, cancer, cancers, tumour, tumor, tumors, lump, breast lump, breast cancer, oral cancer, mouth cancer,
   lung cancer, blood cancer, chemotherapy, chemo, radiotherapy, radiation therapy, brain tumour 1, brain tumor 1,
   leukaemia 1, leukemia 1, lymphoma 2, cancer hospital, kainsar, ganth, gaanth, कैंसर, गांठ, ट्यूमर, कीमोथेरेपी,
   स्तन कैंसर'
where name = 'Oncology';

update specialities set words = 'rheumatologist, rheumatoid, rheumatoid arthritis, arthritis 2, lupus, gout, uric acid, uric, autoimmune,
   ankylosing spondylitis, stiff joints, swollen joints, stiffness 1, sjogren, scleroderma, gathiya, gathia,
   gathiya vaat, vaat rog, गठिया, वात रोग, यूरिक एसिड, आमवात'
where name = 'Rheumatology';

update specialities set words = 'haematologist, hematologist, hematology, blood 2, blood doctor, anaemia, anemia, anaemic, anemic, haemoglobin,
   hemoglobin, low haemoglobin, low hemoglobin, hb low, thalassaemia, thalassemia, sickle cell, haemophilia, hemophilia,
   leukaemia 2, leukemia 2, blood cancer 1, platelets, low platelets, clotting, blood clot, bone marrow, khoon kami,
   khun kami, khoon 2, khun 2, rakt 2, खून कमी, खून 2, रक्त 2, एनीमिया, थैलेसीमिया, हीमोग्लोबिन'
where name = 'Haematology';

update specialities set words = 'physiotherapist, physio, physical therapy, physical therapist, rehab, rehabilitation, exercise 2, exercises 2,
   exercise back, exercise back after surgery, rehab after stroke, stroke rehab, surgery rehabilitation,
   frozen shoulder 1, posture, back pain 1, vyayam 2, kasrat 2, फिजियोथेरेपी, फिजियोथेरेपिस्ट, फिजियो, व्यायाम 2'
where name = 'Physiotherapy';

update specialities set words = 'dietician, dietitian, dietetics, nutrition, nutritionist, diet, diet plan, diet chart, diet chart weight loss,
   weight, weight loss, weight gain, lose weight, overweight, obesity 2, obese, food 1, eating plan, vajan, vajan kam,
   wajan, wazan, wajan kam, motapa 2, mota, aahar, poshan, आहार, पोषण, वजन, वजन कम, मोटापा 2, डाइट, डायटीशियन'
where name = 'Nutrition and dietetics';

update specialities set words = 'radiologist, x ray, xray, ultrasound, sonography, scan 2, ct, ct scan, mri, mri scan, mammography, mammogram,
   doppler, pet scan, imaging, एक्सरे, एक्स रे, अल्ट्रासाउंड, सोनोग्राफी, सीटी स्कैन, एमआरआई'
where name = 'Radiology';

update specialities set words = 'pathologist, lab, labs, laboratory, pathology lab, blood test, blood tests, urine test, stool test, biopsy, cbc,
   test 1, tests 1, khoon jaanch, khoon janch, khun janch, खून जांच, रक्त जांच, जांच 1, लैब, प्रयोगशाला, ब्लड टेस्ट'
where name = 'Pathology';

update specialities set words = 'surgeon 2, general surgeon, surgery 1, operation 1, hernia, hernia operation, appendix, appendicitis, appendix pain,
   gallbladder 2, gall bladder 2, gallbladder stone, gall bladder stone, gallstone, gallstones, gall stones, piles,
   haemorrhoids, hemorrhoids, fissure, fistula, abscess, lump 1, breast lump 1, wound 2, lipoma, laparoscopy,
   laparoscopic, varicose veins 2, bawaseer, bawasir, bavasir, bavaseer, pitte pathri, pitta pathri, pitt pathri,
   hydrocele 2, ganth 1, बवासीर, हर्निया, अपेंडिक्स, शल्य, ऑपरेशन 1, पित्त पथरी, पित्ते पथरी, भगंदर, फिशर'
where name = 'General surgery';

update specialities set words = 'plastic surgeon, plastic, cosmetic, cosmetic surgery, cosmetic surgeon, reconstructive, burn 2, burns, burn scar,
   cleft, cleft lip, liposuction, nose job, rhinoplasty, hair transplant, tummy tuck, breast implant, botox 2, facelift,
   प्लास्टिक, प्लास्टिक सर्जरी, जलना 2, जला 2, jalna 2'
where name = 'Plastic surgery';

update specialities set words = 'ayurveda, ayurved, ayurvedic, ayurvedic doctor, ayurvedic treatment, aayurvedic, aayurved, vaidya, vaid, vaidh,
   panchakarma, panchkarma, herbal, jadi booti, jadi buti, desi dawa 2, आयुर्वेद, आयुर्वेदिक, वैद्य, पंचकर्म, जड़ी बूटी'
where name = 'Ayurveda';

update specialities set words = 'homeopath, homeopathic, homoeopathy, homoeopathic, homeopathic doctor, होम्योपैथी, होम्योपैथिक, होमियोपैथी'
where name = 'Homeopathy';

update specialities set words = 'geriatrician, geriatric, elderly, elder, elders, old age, old 2, old person, old father 2, old mother 2, senior 2,
   senior citizen, ageing, aging, grandmother 2, grandfather 2, grandparents 2, buzurg, bujurg, buzurgon, budhapa,
   budhape, vriddh, dada 1, dadi 1, बुजुर्ग, बुजुर्गों, वृद्ध, बुढ़ापा, बुढ़ापे'
where name = 'Geriatrics';

update specialities set words = 'sports, sport, sports injury, sports doctor, sports physician, sprain, ankle sprain, sprained ankle, moch, muscle 2,
   muscle tear, muscle pull, hamstring, torn ligament, ligament 1, acl, athlete, running injury, tennis elbow, injury 1,
   khel chot, मोच, खेल, चोट 1, chot 1, मांसपेशी 2'
where name = 'Sports medicine';

update specialities set words = 'emergency, emergency doctor, casualty, accident, trauma, ambulance, poisoning, snake bite, snakebite, dog bite 2,
   unconscious, durghatna, aapatkal, apatkal, आपातकाल, आपातकालीन, दुर्घटना, एम्बुलेंस, इमरजेंसी, सांप काटा'
where name = 'Emergency medicine';

update specialities set words = 'infectious, infectious disease, dengue, malaria, typhoid 2, hiv, aids, chikungunya, covid, corona, coronavirus,
   hepatitis b, tuberculosis 1, tb 1, travel 2, travel vaccine, rabies, swine flu, sexually transmitted, std,
   viral fever 1, fever 1, sankraman, maleria, डेंगू, मलेरिया, टाइफाइड 2, चिकनगुनिया, कोविड, कोरोना, एचआईवी, संक्रमण 2'
where name = 'Infectious diseases';

update specialities set words = 'palliative, hospice, pain relief, cancer pain, cancer pain relief, end life care, terminal illness, प्रशामक,
   प्रशामक देखभाल'
where name = 'Palliative care';

update specialities set words = 'fertility, fertility doctor, infertility, infertile, ivf, iui, icsi, test tube baby, sperm, sperm count,
   low sperm count, conceive, trying conceive, trying baby, want baby, cannot have baby, we cannot have baby, childless,
   sterility, egg freezing, surrogacy, baanjhpan, banjhpan, nisantan, santan, bachcha nahi, bachcha nahi raha, बांझपन,
   निसंतान, संतान, बच्चा नहीं, बच्चा नहीं रहा'
where name = 'Fertility medicine';
